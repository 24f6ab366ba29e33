import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";

/**
 * Selects a part of the thread's snapshot, and re-renders only when that part changes.
 *
 * All other hooks that read a thread use this one. Unchanged parts of a snapshot keep their identity, so the
 * default comparison suits a selector that picks a part. Pass `isEqual` for a selector that builds a new array
 * or object.
 *
 * @example The number of messages
 * ```tsx
 * const count = useSnapshot((snapshot) => snapshot.messages.length);
 * ```
 * @param selector - A pure function; may be written inline.
 * @param isEqual - Compares two selected values. `Object.is` by default.
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function useSnapshot<T, TState = unknown>(
  selector: (snapshot: Snapshot<TState>) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
  target?: ThreadTarget,
): T {
  return useSnapshotWhile(true, selector, isEqual, target);
}

/**
 * @internal Like {@link useSnapshot}, but subscribes only while `isLive`. A component that needs updates for a while
 * stays the same component afterwards.
 */
export function useSnapshotWhile<T, TState = unknown>(
  isLive: boolean,
  selector: (snapshot: Snapshot<TState>) => T,
  isEqual: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T {
  return useStoreSelector(isLive ? subscribeAlways : subscribeNever, selector, isEqual, target);
}

/** Returns the subscribe function of a store; must return the same function for the same store. */
type StoreSubscriber = (store: Thread["store"]) => (listener: () => void) => () => void;

const subscribeAlways: StoreSubscriber = ({ subscribe }) => subscribe;
/** @internal Subscribes to no changes. */
export const subscribeNever: StoreSubscriber = () => subscribeToNothing;

/** @internal Like {@link useSnapshot}, with a custom subscription instead of one to every change. */
export function useStoreSelector<T, TState = unknown>(
  subscribe: StoreSubscriber,
  selector: (snapshot: Snapshot<TState>) => T,
  isEqual: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T {
  const { store } = useThread<TState>(target);
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  // React compares values by identity: return the previous value while `isEqual` accepts it.
  const read = useCallback(
    (snapshot: Snapshot<TState>): T => {
      const value = selector(snapshot);
      if (!last.current || !isEqual(last.current.value, value)) last.current = { value };
      return last.current.value;
    },
    [selector, isEqual],
  );
  return useSyncExternalStore(
    subscribe(store),
    () => read(store.getState()),
    // Hydration must start from the state that the server rendered.
    () => read(store.getInitialState()),
  );
}

/** @internal Subscribes to a source that never changes. */
export const subscribeToNothing = () => () => {};
