import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { ThreadRecord } from "../persistence/threadStorage.ts";
import type { ListedThread } from "./threadListTypes.ts";
import type { WatchedThread } from "./watchThread.ts";

/** Functions that look up the state of a listed thread. */
interface ThreadLookups {
  readonly loadedWithId: (threadId: string) => readonly WatchedThread[];
  readonly isVisible: (threadId: string) => boolean;
  readonly isRunningInOtherTab: (record: ThreadRecord) => boolean;
}

/** Returns the entries of a list, the latest thread first. Equal entries, and equal lists, keep their identity. */
export function summarizeThreads(
  records: readonly ThreadRecord[],
  { loadedWithId, isVisible, isRunningInOtherTab }: ThreadLookups,
  before: readonly ListedThread[],
): readonly ListedThread[] {
  const previous = new Map(before.map((summary) => [summary.threadId, summary]));
  const threads = records.map((record): ListedThread => {
    const { threadId, agentId, title, createdAt, updatedAt, readAt = createdAt } = record;
    const statuses = loadedWithId(threadId).flatMap((watched) => watched.status ?? []);
    // A loaded thread is more recent than its record.
    const isLoaded = statuses.length > 0;
    const isRunning = isLoaded
      ? statuses.some((status) => status.isRunning)
      : isRunningInOtherTab(record);
    const next: ListedThread = {
      threadId,
      ...omitUndefined({ agentId, title }),
      createdAt,
      updatedAt,
      isArchived: record.isArchived === true,
      isUnread: readAt < updatedAt && !isVisible(threadId),
      isRunning,
      needsInput: isLoaded
        ? statuses.some((status) => status.needsInput)
        : record.needsInput === true && !isRunning,
    };
    const previousEntry = previous.get(threadId);
    return previousEntry && isSame(previousEntry, next) ? previousEntry : next;
  });
  threads.sort(byAge);
  const isUnchanged =
    threads.length === before.length && threads.every((thread, at) => thread === before[at]);
  return isUnchanged ? before : threads;
}

function byAge(a: ListedThread, b: ListedThread): number {
  return (
    b.updatedAt - a.updatedAt || b.createdAt - a.createdAt || (a.threadId < b.threadId ? -1 : 1)
  );
}

function isSame(a: ListedThread, b: ListedThread): boolean {
  // `Object.keys` returns strings, whatever the keys of the type.
  const keys = Object.keys(b) as (keyof ListedThread)[];
  return keys.length === Object.keys(a).length && keys.every((key) => a[key] === b[key]);
}
