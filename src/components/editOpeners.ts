import { type RefObject, useEffect } from "react";
import { useLatest } from "../hooks/useLatest.ts";
import { useThread } from "../hooks/useThread.ts";
import { nearest } from "./nearest.ts";

type Thread = ReturnType<typeof useThread>;

interface EditOpener {
  readonly messageId: string;
  /** Where the message is shown, as it may be in several places. */
  readonly place: RefObject<Element | null>;
  /** Says whether it did. */
  readonly open: () => boolean;
}

/** What opens the editors of messages. */
const openers = new WeakMap<Thread["store"], Set<EditOpener>>();

/** @internal Lets the composer open the editor of a message, for as long as that is shown. */
export function useEditOpener(
  messageId: string,
  place: RefObject<Element | null>,
  open: (() => boolean) | undefined,
): void {
  const { store } = useThread();
  const latest = useLatest(open);
  useEffect(() => {
    const known = openers.get(store) ?? new Set<EditOpener>();
    const opener = { messageId, place, open: () => latest.current?.() ?? false };
    openers.set(store, known.add(opener));
    return () => {
      known.delete(opener);
    };
  }, [store, messageId, place, latest]);
}

/**
 * @internal Opens the last message of the person, which may still wait, where it is shown beside a field; tells
 * whether it could be.
 */
export function openLastEditor({ store, getSnapshot }: Thread, field: Element): boolean {
  const { queue, messages } = getSnapshot();
  const last =
    queue.at(-1) ??
    messages.findLast(({ role, subagentRunId }) => role === "user" && !subagentRunId);
  const shown = [...(openers.get(store) ?? [])].filter(({ messageId }) => messageId === last?.id);
  const place = nearest(
    field,
    shown.flatMap((one) => one.place.current ?? []),
  );
  return (place && shown.find((one) => one.place.current === place)?.open()) ?? false;
}
