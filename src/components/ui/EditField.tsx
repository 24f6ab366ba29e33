import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId } from "react";
import type { useQueue } from "../../hooks/thread/useQueue.ts";
import { isFreeEscape } from "./keys.ts";
import { MessageField } from "./MessageField.tsx";

type Content = ReturnType<typeof useQueue>["messages"][number]["content"];

interface EditFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** @internal Edits the text of a message. Enter saves as it sends in the composer. */
export function EditField({ field, label, text, onChange, onSave }: EditFieldProps): ReactNode {
  const id = useId();
  return (
    <>
      <label className="agk-sr-only" htmlFor={id}>
        {label}
      </label>
      <MessageField
        id={id}
        field={field}
        text={text}
        dir="auto"
        onChange={onChange}
        onSubmit={onSave}
      />
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
