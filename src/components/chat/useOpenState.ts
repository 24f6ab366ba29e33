import { type KeyboardEvent, useCallback, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { currentReadMarker, interruptsSince, unreadReplies } from "../transcript/unreadSince.ts";
import { isFreeEscape, useStopOnEscape } from "../ui/keys.ts";

/** Open state of a popup or sidebar, controlled by the application or by the component. */
export interface OpenProps {
  /** Open state, when the application controls it with `onOpenChange`. */
  readonly open?: boolean | undefined;
  /** Initial open state, when the application does not control it. @defaultValue false */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the user opens or closes the chat. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** @internal Returns the open state, and a function that changes it. */
export function useOpenState({
  open,
  defaultOpen = false,
  onOpenChange,
}: OpenProps): readonly [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [ownState, setOwnState] = useState(defaultOpen);
  const isOpen = open ?? ownState;
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    // Records the state while it is controlled, so that it survives when `open` becomes `undefined`.
    setOwnState(next);
    onOpenChange?.(next);
  };
  return [isOpen, setOpen];
}

/**
 * @internal Returns a key handler for a surface: Escape stops a run, or closes the surface when nothing runs.
 * Open elements inside, and portals rendered from inside, handle the key themselves.
 */
export function useCloseOnEscape(
  close: () => void,
  canClose: () => boolean = () => true,
): (event: KeyboardEvent<HTMLElement>) => void {
  const stopOnEscape = useStopOnEscape();
  return (event) => {
    if (!isFreeEscape(event)) return;
    stopOnEscape(event);
    if (event.isDefaultPrevented() || !canClose()) return;
    event.preventDefault();
    close();
  };
}

/**
 * @internal Returns the number of replies and interrupts that arrived since the chat was last open. Messages
 * restored from storage do not count.
 */
export function useUnreadCount(isOpen: boolean): number {
  const { store } = useThread();
  const [readMarker, setReadMarker] = useState(() => currentReadMarker(store.getState()));
  useIsomorphicLayoutEffect(() => {
    const markRead = () => setReadMarker(currentReadMarker(store.getState()));
    markRead();
    if (isOpen) return;
    return store.subscribe((_, before) => {
      if (before.isRestoring) markRead();
    });
  }, [store, isOpen]);
  const count = useCallback(
    (snapshot: Snapshot) =>
      isOpen
        ? 0
        : unreadReplies(snapshot, readMarker).length + interruptsSince(snapshot, readMarker),
    [isOpen, readMarker],
  );
  return useSnapshot(count);
}
