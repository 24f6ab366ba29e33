import { type RefObject, useEffect } from "react";
import { useLatest } from "../hooks/useLatest.ts";
import { useThread } from "../hooks/useThread.ts";
import { nearest } from "./nearest.ts";

type Thread = ReturnType<typeof useThread>;

interface EditOpener {
  readonly store: Thread["store"];
  readonly messageId: string;
  /** Says whether it did. */
  readonly open: () => boolean;
}

/** What opens the editors of messages, by the elements that belong to these: one may be shown in several places. */
const openers = new WeakMap<Element, EditOpener>();

/** @internal Lets the composer open the editor of a message, for as long as that is shown. */
export function useEditOpener(
  messageId: string,
  place: RefObject<Element | null>,
  open: (() => boolean) | undefined,
): void {
  const { store } = useThread();
  const latest = useLatest(open);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    openers.set(element, { store, messageId, open: () => latest.current?.() ?? false });
    return () => {
      openers.delete(element);
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
  const place = nearest(field, ".agk-actions,.agk-queue-item", (one) => {
    const opener = openers.get(one);
    return opener?.store === store && opener.messageId === last?.id;
  });
  return (place && openers.get(place)?.open()) ?? false;
}
