import { type RefCallback, useCallback } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { findNearestInSurface } from "../ui/nearestInSurface.ts";

type Thread = ReturnType<typeof useThread>;

/** The threads whose next messages are written in these fields. */
const threadByField = new WeakMap<Element, Thread>();

/** @internal A ref for the field of a composer. */
export function useComposerField(): RefCallback<HTMLElement> {
  const thread = useThread();
  return useCallback(
    (field: HTMLElement | null) => {
      if (field) threadByField.set(field, thread);
    },
    [thread],
  );
}

/**
 * @internal Moves focus out of a button that is about to go, to where the person goes on: into the
 * composer of the chat they are in, which may be one of several of the thread, or into the transcript, or a
 * status by itself, where there is none.
 *
 * Where the finger points, a field that is focused opens the keyboard over half of the page, so there
 * it is the composer's button, unless the person is writing anyway.
 */
export function useFocusComposer(): (button: Element, isWriting?: boolean) => void {
  const thread = useThread();
  return (button, isWriting = false) => {
    const field = findNearestInSurface(
      button,
      "textarea",
      (one) => threadByField.get(one) === thread,
    );
    const fallback = button.closest<HTMLElement>(".agk-message-list, .agk-run-status[tabindex]");
    const avoidsKeyboard = !isWriting && hasCoarsePointer();
    const send = field?.closest("form")?.querySelector<HTMLElement>('[type="submit"]');
    const target = avoidsKeyboard && send ? send : field;
    (target ?? fallback)?.focus({ preventScroll: true });
  };
}

function hasCoarsePointer(): boolean {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}
