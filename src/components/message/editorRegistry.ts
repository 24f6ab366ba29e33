import { type RefObject, useEffect } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { type CurrentThread, useThread } from "../../hooks/providers/useThread.ts";
import type { Message } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { activeElementIn, findNearestInChat } from "../ui/focus.ts";

interface RegisteredEditor {
  readonly store: CurrentThread["store"];
  readonly messageId: string;
  /** Opens the editor; returns false when the message cannot be edited now. */
  readonly openEditor: () => boolean;
}

/** Editors by the element of their message: several views may render the same message. */
const editors = new WeakMap<Element, RegisteredEditor>();

/** The editor to open when its message mounts, unless the focus has moved on by then. */
let pendingEditor:
  | (Omit<RegisteredEditor, "openEditor"> & { readonly focusedBefore: Element | null })
  | undefined;

/** @internal Opens the editor of a message when the message mounts, if the focus has not moved by then. */
export function openWhenMounted(
  { store }: CurrentThread,
  messageId: string,
  near: Element | null,
): void {
  const focusedBefore = activeElementIn(near);
  pendingEditor = { store, messageId, focusedBefore };
  // A user who types on has moved on, with the focus unchanged.
  focusedBefore?.addEventListener("input", () => (pendingEditor = undefined), { once: true });
}

/** @internal Lets the composer open the editor of a message for as long as the message is mounted. */
export function useRegisterEditor(
  messageId: string,
  elementRef: RefObject<Element | null>,
  openEditor: (() => boolean) | undefined,
): void {
  const { store } = useThread();
  const latest = useLatest(openEditor);
  useEffect(() => {
    const element = elementRef.current;
    if (!element) return;
    const editor = { store, messageId, openEditor: () => latest.current?.() ?? false };
    editors.set(element, editor);
    if (pendingEditor?.store === store && pendingEditor.messageId === messageId) {
      if (pendingEditor.focusedBefore === activeElementIn(element)) editor.openEditor();
      pendingEditor = undefined;
    }
    return () => {
      editors.delete(element);
    };
  }, [store, messageId, elementRef, latest]);
}

/**
 * @internal Opens the editor of the user's last message, queued or sent, in the view that contains a field. Returns
 * false when there is none to open.
 */
export function openLastEditor({ store, getSnapshot }: CurrentThread, field: Element): boolean {
  const snapshot = getSnapshot();
  const last = snapshot.queue.at(-1) ?? lastUserMessage(snapshot);
  const element = findNearestInChat(
    field,
    ".agk-actions,.agk-queue-item,.agk-window-edge",
    (candidate) => {
      const editor = editors.get(candidate);
      return editor?.store === store && editor.messageId === last?.id;
    },
  );
  return (element && editors.get(element)?.openEditor()) ?? false;
}

/** @internal Selects the last message that the user sent. */
export function lastUserMessage({ messages }: Snapshot): Message | undefined {
  return messages.findLast(({ role, subagentRunId }) => role === "user" && !subagentRunId);
}
