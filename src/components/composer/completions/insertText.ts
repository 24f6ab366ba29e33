/** Replaces a range of a field as if the user had typed, so that the change can be undone. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: readonly [start: number, end: number],
): void {
  if (start === end && text === "") return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  // `execCommand` is the only API with undo. It inserts no empty text, so that is a deletion.
  const command = text === "" ? "delete" : "insertText";
  if (document.execCommand?.(command, false, text)) return;
  replaceRange(field, text, [start, end]);
}

/** Replaces a range of a field without focus and without undo. */
export function replaceRange(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: readonly [start: number, end: number],
  inputType = "insertText",
): void {
  field.setRangeText(text, start, end, "end");
  // Fires `input` as typing does, so that a controlled field updates its state.
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
}

/** Submits a form as Enter does, unless its button now stops a run. */
export function submitComposer(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button?.value !== "stop") form.requestSubmit();
}
