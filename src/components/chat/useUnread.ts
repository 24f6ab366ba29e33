import { useCallback, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { currentReadMarker, questionsSince, unreadAnswers } from "../transcript/unreadSince.ts";

/**
 * @internal Returns the number of answers and questions that arrived since the chat was last open. Messages
 * restored from storage do not count.
 */
export function useUnread(isOpen: boolean): number {
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
        : unreadAnswers(snapshot, readMarker).length + questionsSince(snapshot, readMarker),
    [isOpen, readMarker],
  );
  return useSnapshot(count);
}
