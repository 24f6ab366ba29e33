import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";

/**
 * Subscribes to one part of the thread and re-renders only when that part changes.
 *
 * Everything else in this package that reads a thread goes through this hook. Unchanged parts of a
 * snapshot keep their identity, so the default comparison suits a selector that picks; pass
 * `isEqual` to one that builds something new, such as an array or an object.
 *
 * @example The number of messages
 * ```tsx
 * const count = useSnapshot((snapshot) => snapshot.messages.length);
 * ```
 * @param selector - Pure; may be written inline.
 * @param isEqual - Whether two selected values mean the same. `Object.is` when absent.
 * @param target - Another conversation than the nearest.
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
 * @internal Like {@link useSnapshot}; subscribes to nothing unless `isLive`, so that a component
 * which is live only for a while need not become another component afterwards.
 */
export function useSnapshotWhile<T, TState = unknown>(
  isLive: boolean,
  selector: (snapshot: Snapshot<TState>) => T,
  isEqual: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T {
  return useStoreSelector(isLive ? everyChange : subscribeNever, selector, isEqual, target);
}

/** How a component hears of changes of a store: the same function for the same store. */
type Subscribe = (store: Thread["store"]) => (listener: () => void) => () => void;

const everyChange: Subscribe = ({ subscribe }) => subscribe;
/** @internal For what hears of no change for a while. */
export const subscribeNever: Subscribe = () => subscribeToNothing;

/** @internal Like {@link useSnapshot}, for what is told of by another way than each change. */
export function useStoreSelector<T, TState = unknown>(
  subscribe: Subscribe,
  selector: (snapshot: Snapshot<TState>) => T,
  isEqual: (a: T, b: T) => boolean,
  target?: ThreadTarget,
): T {
  const { store } = useThread<TState>(target);
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  // The value before is kept while it means the same, because React compares by identity.
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
    // What the server rendered, so that hydration starts from the same page.
    () => read(store.getInitialState()),
  );
}

const subscribeToNothing = () => () => {};
