import { formatSentence } from "./format.ts";

/** Formatters by language: creating one is slow. */
const formatters = new Map<string, ReturnType<typeof createFormatters>>();

function createFormatters(language: string) {
  return {
    relative: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
    time: new Intl.DateTimeFormat(language, { timeStyle: "short" }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }),
  };
}

function formattersOf(language: string) {
  const cached = formatters.get(language) ?? createFormatters(language);
  formatters.set(language, cached);
  return cached;
}

/** @internal Formats a time by its distance from now: "now", "5 minutes ago"; on an earlier day "14:05". */
export function formatTimeAgo(language: string, time: number): string {
  const { relative, time: timeOfDay } = formattersOf(language);
  // Clocks of servers may be ahead.
  const minutes = Math.max(0, Math.floor((Date.now() - time) / 60_000));
  if (minutes === 0) return relative.format(0, "second");
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (daysSince(time) === 0) return relative.format(-Math.floor(minutes / 60), "hour");
  return timeOfDay.format(time);
}

/** @internal Formats a date with its time: "29 November 2026 at 14:05". */
export function formatExactTime(language: string, time: number): string {
  return formattersOf(language).exact.format(time);
}

/** @internal Formats a recent day: "Today", "Yesterday"; `undefined` for other days. */
export function formatRecentDay(language: string, time: number): string | undefined {
  const days = daysSince(time);
  if (days > 1) return undefined;
  return formatSentence(formattersOf(language).relative.format(-days, "day"), "");
}

/** @internal Formats a day: "Today", "Yesterday", "Sunday 1 March", "Sunday 1 March 2024". */
export function formatDay(language: string, time: number): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (
    formatRecentDay(language, time) ??
    date.toLocaleDateString(language, {
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(!isThisYear && { year: "numeric" }),
    })
  );
}

/** @internal Returns the number of midnights since a time; 0 for a time in the future. */
export function daysSince(time: number): number {
  // Days have 23 to 25 hours.
  return Math.max(0, Math.round((startOfDay(Date.now()) - startOfDay(time)) / 86_400_000));
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
