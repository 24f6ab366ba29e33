import { useContext } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { VisibilityContext } from "../internal/visibilityContext.ts";
import type { ThreadTarget } from "../providers/useThread.ts";
import { subscribeNever, useStoreSelector } from "./useSnapshot.ts";

type Store = Thread["store"];
type Subscribe = (listener: () => void) => () => void;

const subscriptions = new WeakMap<Store, Subscribe>();

/**
 * @internal Like `useSnapshot`, for what stands below each of thousands of messages and changes rarely:
 * whether a run goes on, and what is filed about messages. However many use it, a frame of streaming text
 * costs one comparison, and a run that begins or ends those that are in sight.
 */
export function useCoalescedSnapshot<T>(
  selector: (snapshot: Snapshot) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
  target?: ThreadTarget,
): T {
  return useStoreSelector(
    useContext(VisibilityContext) ? rareChanges : subscribeNever,
    selector,
    isEqual,
    target,
  );
}

function rareChanges(store: Store): Subscribe {
  const known = subscriptions.get(store);
  if (known) return known;
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener);
    stop ??= store.subscribe((now, before) => {
      if (isSame(now, before)) return;
      for (const each of [...listeners]) each();
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
  subscriptions.set(store, subscribe);
  return subscribe;
}

function isSame(now: Snapshot, before: Snapshot): boolean {
  return now.annotations === before.annotations && isRunning(now.run) === isRunning(before.run);
}
