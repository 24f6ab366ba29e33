import { useCallback, useSyncExternalStore } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";

/** What a thread is known by, also when it is let go of. */
type Thread = Pick<ReturnType<typeof useThread>, "agent" | "threadId">;

/** @internal A value that each thread has one of, however many components show it. */
export interface PerThread<T> {
  /** What it is of a thread of which nothing is known. */
  readonly initial: T;
  read(thread: Thread): T;
  update(thread: Thread, change: (before: T) => T): void;
  subscribe(thread: Thread, listener: () => void): () => void;
}

interface Kept<T> {
  value: T;
  readonly listeners: Set<() => void>;
}

/**
 * @internal Makes what is kept for as long as the agent is there: what a person has begun to write, or
 * has chosen, which is no part of the conversation. A thread that was let go of, and has come back from
 * its storage, finds it again.
 */
export function createThreadState<T>(initial: T): PerThread<T> {
  const agents = new WeakMap<object, Map<string, Kept<T>>>();

  function keptOf({ agent, threadId }: Thread): Kept<T> {
    const threads = agents.get(agent) ?? new Map<string, Kept<T>>();
    const kept = threads.get(threadId) ?? { value: initial, listeners: new Set() };
    agents.set(agent, threads.set(threadId, kept));
    return kept;
  }

  return {
    initial,
    read: (thread) => keptOf(thread).value,
    update(thread, change) {
      const kept = keptOf(thread);
      kept.value = change(kept.value);
      for (const listener of [...kept.listeners]) listener();
    },
    subscribe(thread, listener) {
      const { listeners } = keptOf(thread);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** @internal Returns the value of the nearest thread. */
export function usePerThread<T>(values: PerThread<T>): T {
  const thread = useThread();
  const subscribe = useCallback(
    (listener: () => void) => values.subscribe(thread, listener),
    [values, thread],
  );
  return useSyncExternalStore(
    subscribe,
    () => values.read(thread),
    () => values.initial,
  );
}
