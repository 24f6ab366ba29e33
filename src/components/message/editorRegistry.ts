import { type RefObject, useEffect } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { Message } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { activeElementIn } from "../ui/activeElement.ts";
import { nearest } from "../ui/nearestInSurface.ts";
import { lastEditor } from "./lastEditor.ts";

type Thread = ReturnType<typeof useThread>;

interface EditOpener {
  readonly store: Thread["store"];
  readonly messageId: string;
  /** Says whether it did. */
  readonly open: () => boolean;
}

/** What opens the editors of messages, by the elements that belong to these: one may be shown in several places. */
const openers = new WeakMap<Element, EditOpener>();

/** What is to be opened as soon as it is there, and until the person turns to something else. */
let wish: (Omit<EditOpener, "open"> & { readonly from: Element | null }) | undefined;

/** @internal Opens the editor of a message that is about to be drawn, about where another element is. */
export function openWhenMounted({ store }: Thread, messageId: string, near: Element | null): void {
  const from = activeElementIn(near);
  wish = { store, messageId, from };
  // Who writes on has turned to that.
  from?.addEventListener("input", () => (wish = undefined), { once: true });
}

/** @internal Lets the composer open the editor of a message, for as long as that is shown. */
export function useEditOpener(
  messageId: string,
  place: RefObject<Element | null>,
  open: (() => boolean) | undefined,
): void {
  const { store } = useThread();
  const latest = useLatest(open);
  useEffect(() => {
    lastEditor.open = openLastEditor;
    const element = place.current;
    if (!element) return;
    const opener = { store, messageId, open: () => latest.current?.() ?? false };
    openers.set(element, opener);
    if (wish?.store === store && wish.messageId === messageId) {
      if (wish.from === activeElementIn(element)) opener.open();
      wish = undefined;
    }
    return () => {
      openers.delete(element);
    };
  }, [store, messageId, place, latest]);
}

function openLastEditor({ store, getSnapshot }: Thread, field: Element): boolean {
  const snapshot = getSnapshot();
  const last = snapshot.queue.at(-1) ?? lastOfPerson(snapshot);
  const place = nearest(field, ".agk-actions,.agk-queue-item,.agk-undrawn", (one) => {
    const opener = openers.get(one);
    return opener?.store === store && opener.messageId === last?.id;
  });
  return (place && openers.get(place)?.open()) ?? false;
}

/** @internal Selects what the person has said last. */
export function lastOfPerson({ messages }: Snapshot): Message | undefined {
  return messages.findLast(({ role, subagentRunId }) => role === "user" && !subagentRunId);
}
