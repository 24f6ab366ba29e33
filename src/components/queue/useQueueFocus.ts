import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { UseQueueResult } from "../../hooks/thread/useQueue.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { isFocusLost } from "../ui/activeElement.ts";
import type { QueueAction } from "./QueueItem.tsx";

type Messages = UseQueueResult["messages"];

/** Where the focus is to be as soon as the list has changed. */
interface Wish {
  readonly id: string;
  readonly action: QueueAction;
  /** The list that is to change first; absent when it is to be there at once. */
  readonly from?: Messages;
}

/** What has the focus, and in which row of the list. */
interface Held {
  readonly element: HTMLElement;
  readonly at: number;
  /** What is around the list, and stays when that goes. */
  readonly around: Element | null;
}

/** @internal What {@link useQueueFocus} returns. */
export interface QueueFocus {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
  /** Puts the focus on a button of a message that comes back in place of its editor. */
  readonly focusOn: (id: string, action: QueueAction) => void;
  /** The same when the list has changed; forgotten when the change has been made without effect. */
  readonly focusAfter: (id: string, action: QueueAction, change: Promise<unknown>) => void;
}

/**
 * @internal Keeps the focus in the list of queued messages while its rows move and go: on the button it
 * is wanted on, else in the row that is now in the place of the one that had it, else in the composer.
 */
export function useQueueFocus(messages: Messages): QueueFocus {
  const thread = useThread();
  const focusComposer = useFocusComposer();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<Wish>(undefined);
  const held = useRef<Held>(undefined);

  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])];
    const wish = wanted.current;
    if (wish && wish.from !== messages) {
      wanted.current = undefined;
      const row = rows.find((one) => one.getAttribute("data-id") === wish.id);
      row?.querySelector<HTMLElement>(`[data-action="${wish.action}"]`)?.focus();
    }
    const { element, at = 0, around } = held.current ?? {};
    if (element?.isConnected) held.current = heldIn(element);
    if (!element || element.isConnected) return;
    held.current = undefined;
    // Whoever has gone on elsewhere meanwhile stays there.
    if (!isFocusLost()) return;
    const row = rows[at];
    const action = element.getAttribute("data-action");
    const same = row?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    const next = same ?? row?.querySelector<HTMLElement>("textarea, button");
    if (next) next.focus();
    else focusComposer(around ?? element);
  });

  return {
    list,
    onFocus({ target }) {
      held.current = heldIn(target);
    },
    onBlur() {
      held.current = undefined;
    },
    focusOn(id, action) {
      wanted.current = { id, action };
    },
    focusAfter(id, action, change) {
      const wish: Wish = { id, action, from: messages };
      wanted.current = wish;
      const forget = () => {
        const isUnchanged = thread.getSnapshot().queue === messages;
        if (isUnchanged && wanted.current === wish) wanted.current = undefined;
      };
      change.then(forget, forget);
    },
  };
}

function heldIn(element: HTMLElement): Held {
  const around = element.closest(".agk-queue")?.parentElement ?? null;
  return { element, at: placeOf(element), around };
}

/** The place of the row something is in. */
function placeOf(element: Element): number {
  const row = element.closest("li");
  return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
}
