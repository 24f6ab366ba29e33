import { useCallback, useState } from "react";
import type { Snapshot } from "../../hooks/snapshotTypes.ts";
import { useSnapshot } from "../../hooks/useSnapshot.ts";
import { useThread } from "../../hooks/useThread.ts";
import { useBeforePaint } from "../useBeforePaint.ts";

/**
 * @internal How many answers have come since a person last looked, with the questions that wait. What is read
 * back from a storage is nothing new.
 */
export function useUnread(isOpen: boolean): number {
  const { store } = useThread();
  const [seen, setSeen] = useState(() => lastId(store.getState()));
  useBeforePaint(() => {
    const see = () => setSeen(lastId(store.getState()));
    see();
    if (isOpen) return;
    return store.subscribe((_, before) => {
      if (before.isRestoring) see();
    });
  }, [store, isOpen]);
  const count = useCallback(
    (snapshot: Snapshot) => (isOpen ? 0 : countSince(snapshot, seen)),
    [isOpen, seen],
  );
  return useSnapshot(count);
}

function lastId({ messages }: Snapshot): string | undefined {
  return messages.at(-1)?.id;
}

/** From the end, so that it takes no longer in a long conversation. */
function countSince({ messages, interrupts }: Snapshot, seen: string | undefined): number {
  let answers = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.id === seen) return answers + interrupts.length;
    if (message?.role === "assistant" && message.content) answers++;
  }
  // Where what was seen is gone, nobody knows what is new.
  return (seen === undefined ? answers : 0) + interrupts.length;
}
