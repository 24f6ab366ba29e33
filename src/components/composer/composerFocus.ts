import { type RefCallback, useCallback } from "react";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import { findNearestInChat } from "../ui/focus.ts";
import { hasCoarsePointer } from "../ui/keys.ts";

/** Composer fields with the thread whose messages they write. */
const threadByField = new WeakMap<Element, CurrentThread>();

/** @internal Returns a ref for the field of a composer. */
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
 * @internal Returns a function that moves the focus out of a button before the button unmounts. The focus moves into
 * the composer of the same chat, or else into the transcript or run status.
 *
 * On touch devices the focus goes to the send button unless the user is writing, because a focused field
 * opens the keyboard.
 */
export function useFocusComposer(): (button: Element, isWriting?: boolean) => void {
  const thread = useThread();
  return (button, isWriting = false) => {
    const field = findNearestInChat(
      button,
      "textarea",
      (element) => threadByField.get(element) === thread,
    );
    const fallback =
      button.closest<HTMLElement>(".agk-message-list, .agk-run-status[tabindex]") ??
      findNearestInChat(button, ".agk-message-list");
    const avoidsKeyboard = !isWriting && hasCoarsePointer();
    const send = field?.closest("form")?.querySelector<HTMLElement>('[type="submit"]');
    const target = avoidsKeyboard && send ? send : field;
    (target ?? fallback)?.focus({ preventScroll: true });
  };
}
