import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId } from "react";
import type { useQueue } from "../../hooks/thread/useQueue.ts";
import { isFreeEscape, isInputMethodKey } from "./escape.ts";

type Content = ReturnType<typeof useQueue>["messages"][number]["content"];

interface EditFieldProps {
  /** React 18 passes no `ref` to a function. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** @internal The text of a message in a field: Enter saves, Shift+Enter breaks the line. */
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

/** @internal A key handler around a field and its buttons: Escape cancels, and is not to stop the run. */
export const cancelOnEscape = (onCancel: () => void) => (event: KeyboardEvent) => {
  if (!isFreeEscape(event)) return;
  event.preventDefault();
  onCancel();
};

/** @internal Puts the person behind the text of a field that they have opened. */
export function useFocusAtEnd(field: EditFieldProps["field"], isOpened: boolean): void {
  useEffect(() => {
    const { current } = field;
    if (!isOpened) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [field, isOpened]);
}

/** @internal The same content with another text, in the place of the first; what is attached stays. */
export function replaceText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const attached = content.filter(({ type }) => type !== "text");
  return text === "" ? attached : [{ type: "text", text }, ...attached];
}
