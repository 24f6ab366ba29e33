import { useCallback, useState } from "react";
import type { Snapshot } from "../../hooks/snapshotTypes.ts";
import { useIsomorphicLayoutEffect } from "../../hooks/useBeforePaint.ts";
import { useSnapshot } from "../../hooks/useSnapshot.ts";
import { useThread } from "../../hooks/useThread.ts";
import { unreadAnswers, questionsSince, seenNow } from "../newMessages.ts";

/**
 * @internal How many answers have come since a person last looked, and how many questions. What is read
 * back from a storage is nothing new.
 */
export function useUnread(isOpen: boolean): number {
  const { store } = useThread();
  const [seen, setSeen] = useState(() => seenNow(store.getState()));
  useIsomorphicLayoutEffect(() => {
    const see = () => setSeen(seenNow(store.getState()));
    see();
    if (isOpen) return;
    return store.subscribe((_, before) => {
      if (before.isRestoring) see();
    });
  }, [store, isOpen]);
  const count = useCallback(
    (snapshot: Snapshot) =>
      isOpen ? 0 : unreadAnswers(snapshot, seen).length + questionsSince(snapshot, seen),
    [isOpen, seen],
  );
  return useSnapshot(count);
}
