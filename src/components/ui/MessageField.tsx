import type { KeyboardEvent, ReactNode, Ref } from "react";
import { isInputMethodKey, useSubmitOnEnter } from "./keys.ts";

interface MessageFieldProps {
  readonly id: string;
  /** A prop of its own, because React 18 passes no `ref` to a function component. */
  readonly field: Ref<HTMLTextAreaElement>;
  readonly text: string;
  /** Text direction. @defaultValue that of the page */
  readonly dir?: "auto" | undefined;
  readonly placeholder?: string | undefined;
  readonly onChange: (text: string) => void;
  /** Called for a key that no input method handles. A prevented event is not handled further. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Called for Enter, or for Ctrl+Enter and Cmd+Enter where Enter breaks the line. */
  readonly onSubmit: (field: HTMLTextAreaElement) => void;
}

/** Rows of the field before its content scrolls, as in the style sheet. */
const MAX_ROWS = 8;

/**
 * Number of characters from which all paragraphs have the direction of the first. A browser would decide the direction of
 * each paragraph again with each key.
 */
const LONG_TEXT_LENGTH = 20_000;

/**
 * @internal Renders the field for the text of a message. The style sheet gives it the height of its text; a browser
 * without `field-sizing` counts the lines. Shift+Enter always breaks the line.
 */
export function MessageField({
  id,
  field,
  text,
  dir,
  placeholder,
  onChange,
  onKeyDown,
  onSubmit,
}: MessageFieldProps): ReactNode {
  const submitsOnEnter = useSubmitOnEnter();
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.defaultPrevented || isInputMethodKey(event.nativeEvent)) return;
    onKeyDown?.(event);
    if (event.defaultPrevented || event.key !== "Enter" || event.shiftKey) return;
    if (!submitsOnEnter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return (
    <textarea
      className="agk-textarea"
      id={id}
      ref={field}
      dir={dir}
      data-long={text.length < LONG_TEXT_LENGTH ? undefined : true}
      rows={countRows(text)}
      enterKeyHint={submitsOnEnter ? "send" : "enter"}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKeyDown}
    />
  );
}

/** Counts the lines of a text up to the limit, and reads no further. */
function countRows(text: string): number {
  let rows = 1;
  let lineBreak = text.indexOf("\n");
  while (lineBreak !== -1 && rows < MAX_ROWS) {
    rows++;
    lineBreak = text.indexOf("\n", lineBreak + 1);
  }
  return rows;
}
