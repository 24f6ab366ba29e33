import { useContext } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { NearViewportContext } from "../internal/nearViewportContext.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { subscribeNever, useStoreSelector } from "./useSnapshot.ts";

type Store = Thread["store"];
type Subscribe = (listener: () => void) => () => void;

const subscriptions = new WeakMap<Store, Subscribe>();

/**
 * @internal Like `useSnapshot`, for parts below each of thousands of messages that depend only on annotations and
 * on whether a run is under way. All users share one subscription, so a frame of streaming text costs one
 * comparison. A run that starts or ends re-renders only the rows in view.
 */
export function useCoalescedSnapshot<T>(
  selector: (snapshot: Snapshot) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
  target?: ThreadTarget,
): T {
  return useStoreSelector(
    useContext(NearViewportContext) ? sharedSubscription : subscribeNever,
    selector,
    isEqual,
    target,
  );
}

function sharedSubscription(store: Store): Subscribe {
  const existing = subscriptions.get(store);
  if (existing) return existing;
  const listeners = new Set<() => void>();
  let unsubscribe: (() => void) | undefined;
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener);
    unsubscribe ??= store.subscribe((snapshot, previous) => {
      if (isSameForHooks(snapshot, previous)) return;
      for (const notify of [...listeners]) notify();
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      unsubscribe?.();
      unsubscribe = undefined;
    };
  };
  subscriptions.set(store, subscribe);
  return subscribe;
}

function isSameForHooks(snapshot: Snapshot, previous: Snapshot): boolean {
  return (
    snapshot.annotations === previous.annotations &&
    isRunning(snapshot.run) === isRunning(previous.run)
  );
}
