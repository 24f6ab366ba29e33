import { type RefCallback, useCallback } from "react";
import { useThread } from "../hooks/useThread.ts";

type Thread = ReturnType<typeof useThread>;

/** The field in which the next message of a thread is written. */
const fields = new WeakMap<Thread, HTMLElement>();

/** @internal A ref for the field of a composer. */
export function useComposerField(): RefCallback<HTMLElement> {
  const thread = useThread();
  return useCallback(
    (field: HTMLElement | null) => {
      if (field) fields.set(thread, field);
    },
    [thread],
  );
}

/**
 * @internal Moves focus out of a button that is about to go, to where the person goes on: into the
 * composer, or into the transcript where there is none.
 *
 * Where the finger points, a field that is focused opens the keyboard over half of the page, so there
 * it is the composer's button, unless the person is writing anyway.
 */
export function useFocusComposer(): (button: Element, isWriting?: boolean) => void {
  const thread = useThread();
  return (button, isWriting = false) => {
    const field = fields.get(thread);
    const transcript = button.closest<HTMLElement>(".agk-message-list");
    const isQuiet = !isWriting && isByFinger();
    const send = field?.closest("form")?.querySelector<HTMLElement>('[type="submit"]');
    const target = isQuiet && send ? send : field;
    (target?.isConnected ? target : transcript)?.focus({ preventScroll: true });
  };
}

function isByFinger(): boolean {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}
