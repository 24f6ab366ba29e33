import { useCallback, useSyncExternalStore } from "react";
import { delegateOf } from "../../hooks/providers/delegatingAgent.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { Agent } from "../../protocol/agent.ts";

/** Identity of a thread, also after its release: the store of a thread may be replaced, its agent and id may not. */
type ThreadKey = Pick<ReturnType<typeof useThread>, "agent" | "threadId">;

/** @internal UI state with one value for each thread, shared by all components that render the thread. */
export interface PerThreadState<T> {
  /** The value of a thread that has not been updated. */
  readonly initial: T;
  readState(thread: ThreadKey): T;
  updateState(thread: ThreadKey, change: (before: T) => T): void;
  subscribe(thread: ThreadKey, listener: () => void): () => void;
}

interface Entry<T> {
  value: T;
  readonly listeners: Set<() => void>;
}

interface PerThreadStateOptions {
  /**
   * Finds the value again after the provider of the agent has remounted. The provider then has a new delegating
   * agent, which delegates to the same agent of the application. @defaultValue false
   */
  readonly survivesRemount?: boolean;
}

/**
 * @internal Creates UI state per thread (drafts, choices) that is not part of the conversation. A value lives as long
 * as the agent object, across unmounts and the release of the thread.
 */
export function createPerThreadState<T>(
  initial: T,
  { survivesRemount = false }: PerThreadStateOptions = {},
): PerThreadState<T> {
  const agents = new WeakMap<object, Map<string, Entry<T>>>();

  function entryFor({ agent, threadId }: ThreadKey): Entry<T> {
    const key = survivesRemount ? firstDelegateOf(agent) : agent;
    const threads = agents.get(key) ?? new Map<string, Entry<T>>();
    const entry = threads.get(threadId) ?? { value: initial, listeners: new Set() };
    agents.set(key, threads.set(threadId, entry));
    return entry;
  }

  return {
    initial,
    readState: (thread) => entryFor(thread).value,
    updateState(thread, change) {
      const entry = entryFor(thread);
      entry.value = change(entry.value);
      for (const listener of [...entry.listeners]) listener();
    },
    subscribe(thread, listener) {
      const { listeners } = entryFor(thread);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** @internal Returns the value of the nearest thread, and renders again when it changes. */
export function usePerThreadState<T>(state: PerThreadState<T>): T {
  const thread = useThread();
  const subscribe = useCallback(
    (listener: () => void) => state.subscribe(thread, listener),
    [state, thread],
  );
  return useSyncExternalStore(
    subscribe,
    () => state.readState(thread),
    () => state.initial,
  );
}

/**
 * By delegating agent: the agent that it delegated to when state was first read or written. An agent that is written
 * inline is a new object with every render, so the current delegate would not find the state again.
 */
const firstDelegates = new WeakMap<Agent, Agent>();

function firstDelegateOf(agent: Agent): Agent {
  const first = firstDelegates.get(agent) ?? delegateOf(agent)?.currentAgent() ?? agent;
  firstDelegates.set(agent, first);
  return first;
}

/** @internal UI state by key within a store, such as a thread, which lives as long as the store. */
export interface UiMemory<T> {
  get(store: object | undefined, key: string | undefined): T | undefined;
  set(store: object | undefined, key: string | undefined, value: T): void;
}

/**
 * @internal Creates a memory for state that a component needs again after a remount, such as whether a card is open. A
 * card unmounts when its row leaves the rendered window. Remembers nothing without a store or a key.
 */
export function createUiMemory<T>(): UiMemory<T> {
  const threads = new WeakMap<object, Map<string, T>>();
  return {
    get: (store, key) =>
      store === undefined || key === undefined ? undefined : threads.get(store)?.get(key),
    set(store, key, value) {
      if (store === undefined || key === undefined) return;
      const values = threads.get(store) ?? new Map<string, T>();
      threads.set(store, values.set(key, value));
    },
  };
}
