import type { AgentClient } from "../client/types.ts";
import type { Thread } from "../thread/thread.ts";
import { type ThreadStatus, type WatchedThread, watchThread } from "./watchThread.ts";

/** The threads of a client that are loaded, each watched. */
export interface LoadedThreads {
  all(): readonly WatchedThread[];
  /** Those of that id: agents may have one each. */
  withId(threadId: string): readonly WatchedThread[];
  /** Says that somebody has begun or ceased to look at a thread. */
  markUsed(threadId: string): void;
  /** Lets go of a thread that is gone, whether it was watched or not. */
  dispose(threadId: string): void;
  start(): void;
  stop(): void;
}

interface Listeners {
  /** A thread has changed; without `before`, it is watched from now on. */
  readonly onChange: (live: WatchedThread, before: ThreadStatus | undefined) => void;
  /** Other threads are loaded. */
  readonly onLook: () => void;
}

/** Watches the threads of a client. */
export function createLoadedThreads(
  client: AgentClient,
  { onChange, onLook }: Listeners,
): LoadedThreads {
  const lives = new Map<Thread, WatchedThread>();
  let end: (() => void) | undefined;
  let isDue = false;

  function look(): void {
    if (!end) return;
    const current = new Set(client.threads());
    for (const thread of lives.keys()) if (!current.has(thread)) leave(thread);
    for (const thread of current) {
      if (lives.has(thread)) continue;
      const made = watchThread(thread, (live, before) => {
        // The first time it is told of while it is being made.
        lives.set(thread, live);
        live.usedAt = Date.now();
        onChange(live, before);
      });
      made.usedAt = Date.now();
      lives.set(thread, made);
    }
    onLook();
  }

  /** Threads are made while something renders, which no other component may be told of then. */
  function lookSoon(): void {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      look();
    });
  }

  function leave(thread: Thread): void {
    lives.get(thread)?.stop();
    lives.delete(thread);
  }

  const withId = (id: string) => [...lives.values()].filter(({ thread }) => thread.threadId === id);
  return {
    all: () => [...lives.values()],
    withId,
    markUsed(threadId) {
      for (const live of withId(threadId)) live.usedAt = Date.now();
    },
    dispose(threadId) {
      for (const thread of client.threads()) {
        if (thread.threadId !== threadId) continue;
        leave(thread);
        thread.dispose();
      }
    },
    start() {
      end = client.subscribe(lookSoon);
      look();
    },
    stop() {
      end?.();
      end = undefined;
      for (const thread of lives.keys()) leave(thread);
    },
  };
}
