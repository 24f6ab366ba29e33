import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId } from "react";
import type { useQueue } from "../../hooks/thread/useQueue.ts";
import { isFreeEscape, isInputMethodKey } from "./escape.ts";

type Content = ReturnType<typeof useQueue>["messages"][number]["content"];

interface EditFieldProps {
  /** A prop of its own, because React 18 passes no `ref` to a function component. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** @internal Edits the text of a message: Enter saves, Shift+Enter inserts a line break. */
export function EditField({ field, label, text, onChange, onSave }: EditFieldProps): ReactNode {
  const id = useId();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isInputMethodKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    onSave();
  };
  return (
    <>
      <label className="agk-sr-only" htmlFor={id}>
        {label}
      </label>
      <div className="agk-input" data-text={text}>
        <textarea
          className="agk-textarea"
          id={id}
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={handleKeyDown}
        />
      </div>
    </>
  );
}

/** @internal Creates a key handler for a field with its buttons: Escape cancels, and does not also stop the run. */
export const cancelOnEscape = (onCancel: () => void) => (event: KeyboardEvent) => {
  if (!isFreeEscape(event)) return;
  event.preventDefault();
  onCancel();
};

/** @internal Focuses a field that the user has opened, with the caret at the end of its text. */
export function useFocusAtEnd(field: EditFieldProps["field"], isOpened: boolean): void {
  useEffect(() => {
    const { current } = field;
    if (!isOpened) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [field, isOpened]);
}

/** @internal Replaces the text of message content, and keeps its attachments. */
export function replaceText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const attachments = content.filter(({ type }) => type !== "text");
  return text === "" ? attachments : [{ type: "text", text }, ...attachments];
}
