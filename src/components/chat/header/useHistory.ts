import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useOtherThreads } from "../../../hooks/threads/useOtherThreads.ts";
import { useFocusComposer } from "../../composer/composerFocus.ts";
import { activeElementIn } from "../../ui/focus.ts";
import { isFreeEscape } from "../../ui/keys.ts";

/** The list of conversations in a popup or a sidebar. */
interface History {
  readonly isOpen: boolean;
  /** Shows and hides the list. Undefined while it has no other conversation. */
  readonly toggle: (() => void) | undefined;
  /** Hides the list and returns the focus to the element that had it before. */
  readonly close: () => void;
  /** Hides the list and moves the focus into the composer of the shown thread. */
  readonly focusChat: () => void;
  /** Shows a new thread. Undefined outside a `ThreadsProvider`. */
  readonly createThread: (() => void) | undefined;
  /** Closes the list on Escape. */
  readonly handleKeyDown: (event: KeyboardEvent) => void;
}

interface HistoryOptions {
  readonly isSurfaceOpen: boolean;
  /** True from the first opening of the surface on, so that its buttons stay while it closes. */
  readonly isNeeded: boolean;
  /** Element around the header and the chat. */
  readonly content: RefObject<HTMLElement | null>;
}

/** @internal Returns the state of the list of conversations, which closes with its surface. */
export function useHistory({ isSurfaceOpen, isNeeded, content }: HistoryOptions): History {
  const threads = useOtherThreads(isNeeded);
  const focusComposer = useFocusComposer();
  const [isOpen, setOpen] = useState(false);
  if (isOpen && !isSurfaceOpen) setOpen(false);
  const [focusRequest, setFocusRequest] = useState(0);
  // An effect moves the focus, because the composer of another thread has to render first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus only on request
  useEffect(() => {
    if (focusRequest > 0 && content.current) focusComposer(content.current);
  }, [focusRequest]);
  const focusedBefore = useRef<Element | null>(null);
  const close = () => {
    if (!isOpen) return;
    setOpen(false);
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  };
  const focusChat = () => {
    setOpen(false);
    setFocusRequest((count) => count + 1);
  };
  const open = () => {
    focusedBefore.current = activeElementIn(content.current);
    setOpen(true);
  };
  return {
    isOpen,
    toggle: isOpen ? close : threads?.hasOthers ? open : undefined,
    close,
    focusChat,
    createThread:
      threads &&
      (() => {
        threads.create();
        focusChat();
      }),
    handleKeyDown: (event) => {
      if (!isOpen || !isFreeEscape(event)) return;
      event.preventDefault();
      close();
    },
  };
}
