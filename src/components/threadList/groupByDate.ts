import type { ThreadSummary } from "../../hooks/threads/useThreads.ts";
import { formatSentence } from "../strings/format.ts";
import { formatRecentDay } from "../strings/formatTime.ts";

/** Threads that changed on the same day, or in the same month. */
interface DateGroup {
  readonly label: string;
  readonly threads: readonly ThreadSummary[];
}

/**
 * @internal Groups threads, the latest first, by the label of the day on which they changed.
 *
 * @param language - Language of the labels, as a BCP 47 tag.
 */
export function groupByDate(
  threads: readonly ThreadSummary[],
  language: string,
): readonly DateGroup[] {
  // Formatting a date is slow, so each day is formatted once.
  const labels = new Map<string, string>();
  const groups = new Map<string, ThreadSummary[]>();
  for (const thread of threads) {
    const day = new Date(thread.updatedAt).toDateString();
    const label = labels.get(day) ?? formatDateGroup(language, thread.updatedAt);
    labels.set(day, label);
    const group = groups.get(label);
    if (group) group.push(thread);
    else groups.set(label, [thread]);
  }
  return [...groups].map(([label, threads]) => ({ label, threads }));
}

/** @internal Formats a day in the past for a heading: "Today", "Yesterday", "March", "March 2024". */
export function formatDateGroup(language: string, time: number): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const format: Intl.DateTimeFormatOptions = {
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  };
  return (
    formatRecentDay(language, time) ?? formatSentence(date.toLocaleDateString(language, format), "")
  );
}
