import type { AgentClient } from "../client/clientTypes.ts";
import type { Thread } from "../thread/thread.ts";
import { type ThreadStatus, type WatchedThread, watchThread } from "./watchThread.ts";

/** Loaded threads of a client, each watched. */
interface LoadedThreads {
  listThreads(): readonly WatchedThread[];
  /** Returns all loaded threads with this id. Several agents may each have one. */
  withId(threadId: string): readonly WatchedThread[];
  markUsed(threadId: string): void;
  dispose(threadId: string): void;
  startWatching(): void;
  stopWatching(): void;
}

interface LoadedThreadsListeners {
  /** Called when a thread has changed; without `before`, the thread is watched from now on. */
  readonly onChange: (changed: WatchedThread, before: ThreadStatus | undefined) => void;
  /** Called when threads were loaded or disposed. */
  readonly onThreadsChange: () => void;
}

/** Watches the threads of a client. */
export function createLoadedThreads(
  client: AgentClient,
  { onChange, onThreadsChange }: LoadedThreadsListeners,
): LoadedThreads {
  const watchedThreads = new Map<Thread, WatchedThread>();
  let unsubscribe: (() => void) | undefined;
  let isUpdateDue = false;

  function update(): void {
    if (!unsubscribe) return;
    const current = new Set(client.threads());
    for (const thread of watchedThreads.keys()) if (!current.has(thread)) unwatch(thread);
    for (const thread of current) {
      if (watchedThreads.has(thread)) continue;
      const watched = watchThread(thread, (changed, before) => {
        // The first notification comes while the watcher is created.
        watchedThreads.set(thread, changed);
        changed.usedAt = Date.now();
        onChange(changed, before);
      });
      watched.usedAt = Date.now();
      watchedThreads.set(thread, watched);
    }
    onThreadsChange();
  }

  /**
   * Updates after the current task: a thread may be created during a render, in which React updates no other
   * component.
   */
  function updateSoon(): void {
    if (isUpdateDue) return;
    isUpdateDue = true;
    queueMicrotask(() => {
      isUpdateDue = false;
      update();
    });
  }

  function unwatch(thread: Thread): void {
    watchedThreads.get(thread)?.stopWatching();
    watchedThreads.delete(thread);
  }

  const withId = (id: string) =>
    [...watchedThreads.values()].filter(({ thread }) => thread.threadId === id);
  return {
    listThreads: () => [...watchedThreads.values()],
    withId,
    markUsed(threadId) {
      for (const changed of withId(threadId)) changed.usedAt = Date.now();
    },
    dispose(threadId) {
      for (const thread of client.threads()) {
        if (thread.threadId !== threadId) continue;
        unwatch(thread);
        thread.dispose();
      }
    },
    startWatching() {
      unsubscribe = client.subscribe(updateSoon);
      update();
    },
    stopWatching() {
      unsubscribe?.();
      unsubscribe = undefined;
      for (const thread of watchedThreads.keys()) unwatch(thread);
    },
  };
}
