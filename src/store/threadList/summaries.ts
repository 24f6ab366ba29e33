import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { ThreadRecord } from "../persistence/threadStorage.ts";
import type { ListedThread } from "./types.ts";
import type { WatchedThread } from "./watchThread.ts";

/** What is asked about the threads of a list. */
export interface ThreadFacts {
  readonly loadedWithId: (threadId: string) => readonly WatchedThread[];
  readonly isShown: (threadId: string) => boolean;
  readonly isRunningElsewhere: (record: ThreadRecord) => boolean;
}

/**
 * What a list shows of threads, the latest first. What is as it was before is the same object; when
 * everything is, the same list.
 */
export function summarize(
  records: readonly ThreadRecord[],
  { loadedWithId, isShown, isRunningElsewhere }: ThreadFacts,
  before: readonly ListedThread[],
): readonly ListedThread[] {
  const known = new Map(before.map((summary) => [summary.threadId, summary]));
  const threads = records.map((record): ListedThread => {
    const { threadId, agentId, title, createdAt, updatedAt, readAt = createdAt } = record;
    const facts = loadedWithId(threadId).flatMap((live) => live.status ?? []);
    // One that is loaded knows better than what is written of it.
    const isLoaded = facts.length > 0;
    const isRunning = isLoaded ? facts.some((fact) => fact.isRunning) : isRunningElsewhere(record);
    const next: ListedThread = {
      threadId,
      ...omitUndefined({ agentId, title }),
      createdAt,
      updatedAt,
      isArchived: record.isArchived === true,
      isUnread: readAt < updatedAt && !isShown(threadId),
      isRunning,
      needsInput: isLoaded
        ? facts.some((fact) => fact.needsInput)
        : record.needsInput === true && !isRunning,
    };
    const last = known.get(threadId);
    return last && isSame(last, next) ? last : next;
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
  const keys = Object.keys(b) as (keyof ListedThread)[];
  return keys.length === Object.keys(a).length && keys.every((key) => a[key] === b[key]);
}
