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
 */
export function useFocusComposer(): (button: Element) => void {
  const thread = useThread();
  return (button) => {
    const field = fields.get(thread);
    const transcript = button.closest<HTMLElement>(".agk-message-list");
    (field?.isConnected ? field : transcript)?.focus({ preventScroll: true });
  };
}
