import { type FocusEvent, type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { UseQueueResult } from "../../hooks/thread/useQueue.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { isFocusLost } from "../ui/focus.ts";
import type { QueueAction } from "./QueueItem.tsx";

type Messages = UseQueueResult["messages"];

/** Button to focus once the list has rendered. */
interface FocusRequest {
  readonly id: string;
  readonly action: QueueAction;
  /** Messages that must have changed first; absent when the next render counts. */
  readonly previousMessages?: Messages;
}

/** Focused element, with its position in case the element is removed. */
interface FocusedElement {
  readonly element: HTMLElement;
  readonly rowIndex: number;
  /** Parent of the queue, which stays when the queue is removed. */
  readonly queueParent: Element | null;
}

interface QueueFocus {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
  /** Focuses a button of a message whose editor closes. */
  readonly focusButton: (id: string, action: QueueAction) => void;
  /** Focuses a button once a change has rendered. Has no effect when nothing changes. */
  readonly focusButtonAfter: (id: string, action: QueueAction, change: Promise<unknown>) => void;
}

/**
 * @internal Keeps focus in the list of queued messages while rows move and disappear. The focus moves to the requested
 * button, else to the row in the position of the removed one, else to the composer.
 */
export function useQueueFocus(messages: Messages): QueueFocus {
  const thread = useThread();
  const focusComposer = useFocusComposer();
  const list = useRef<HTMLOListElement>(null);
  const pendingRequest = useRef<FocusRequest>(undefined);
  const focused = useRef<FocusedElement>(undefined);

  useIsomorphicLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])];
    const request = pendingRequest.current;
    if (request && request.previousMessages !== messages) {
      pendingRequest.current = undefined;
      const row = rows.find((candidate) => candidate.getAttribute("data-id") === request.id);
      row?.querySelector<HTMLElement>(`[data-action="${request.action}"]`)?.focus();
    }
    const { element, rowIndex = 0, queueParent } = focused.current ?? {};
    if (element?.isConnected) focused.current = locate(element);
    if (!element || element.isConnected) return;
    focused.current = undefined;
    // Focus that moved elsewhere meanwhile stays there.
    if (!isFocusLost()) return;
    const row = rows[rowIndex];
    const action = element.getAttribute("data-action");
    const sameButton = row?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    const target = sameButton ?? row?.querySelector<HTMLElement>("textarea, button");
    if (target) target.focus();
    else focusComposer(queueParent ?? element);
  });

  return {
    list,
    onFocus({ target }) {
      focused.current = locate(target);
    },
    onBlur() {
      focused.current = undefined;
    },
    focusButton(id, action) {
      pendingRequest.current = { id, action };
    },
    focusButtonAfter(id, action, change) {
      const request: FocusRequest = { id, action, previousMessages: messages };
      pendingRequest.current = request;
      const dropUnused = () => {
        const isUnchanged = thread.getSnapshot().queue === messages;
        if (isUnchanged && pendingRequest.current === request) pendingRequest.current = undefined;
      };
      change.then(dropUnused, dropUnused);
    },
  };
}

function locate(element: HTMLElement): FocusedElement {
  const queueParent = element.closest(".agk-queue")?.parentElement ?? null;
  return { element, rowIndex: rowIndexOf(element), queueParent };
}

function rowIndexOf(element: Element): number {
  const row = element.closest("li");
  return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
}
