import { type RefObject, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { activeElementIn } from "../ui/focus.ts";
import { deleteEditDraft, readEditDraft } from "./EditMessageForm.tsx";
import { useRegisterEditor } from "./editorRegistry.ts";

interface MessageEditorOptions {
  readonly messageId: string;
  /** Element around the actions of the message. */
  readonly bar: RefObject<HTMLElement | null>;
  /** True when the thread has the message, and the user wrote it. */
  readonly isEditable: boolean;
  /** True when the composer may open the editor. */
  readonly isOffered: boolean;
}

interface MessageEditor {
  /** True while the message is edited. */
  readonly isEditing: boolean;
  /** Returns true when the user opened the editor, false when a draft did. */
  readonly wasOpenedByUser: () => boolean;
  /** Opens the editor. Returns false when the message cannot be edited now. */
  readonly startEditing: () => boolean;
  /** Closes the editor, deletes its draft, and returns the focus to where it was before. */
  readonly stopEditing: () => void;
}

/** @internal Opens and closes the editor instead of the actions of a message. An unsent draft opens it too. */
export function useMessageEditor(options: MessageEditorOptions): MessageEditor {
  const { messageId, bar, isEditable, isOffered } = options;
  const thread = useThread();
  const [isEditing, setIsEditing] = useState(() => readEditDraft(thread, messageId) !== undefined);
  /** The focus before editing, and whether to restore it; undefined when the user has not opened the editor. */
  const focusBefore = useRef<{ readonly element: Element | null; readonly isRestoring: boolean }>(
    undefined,
  );
  const startEditing = () => {
    if (!isEditable || selectIsRunning(thread.getSnapshot())) return false;
    focusBefore.current = { element: activeElementIn(bar.current), isRestoring: false };
    setIsEditing(true);
    return true;
  };
  useRegisterEditor(messageId, bar, isOffered ? startEditing : undefined);
  useIsomorphicLayoutEffect(() => {
    const { element, isRestoring } = focusBefore.current ?? {};
    if (isEditing || !isRestoring) return;
    focusBefore.current = undefined;
    // The edit button was unmounted while the editor was open, so the element that had the focus may be gone.
    const button = bar.current?.querySelector<HTMLElement>("[data-action=edit]");
    if (element instanceof HTMLElement && element !== document.body && element.isConnected)
      element.focus();
    else button?.focus();
  }, [isEditing]);
  return {
    isEditing,
    wasOpenedByUser: () => focusBefore.current !== undefined,
    startEditing,
    stopEditing() {
      deleteEditDraft(thread, messageId);
      setIsEditing(false);
      focusBefore.current = { element: focusBefore.current?.element ?? null, isRestoring: true };
    },
  };
}
