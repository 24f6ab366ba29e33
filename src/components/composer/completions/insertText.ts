/** Writes into a field as a person does, who can undo it, in the place of what stands there. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: readonly [start: number, end: number],
): void {
  if (start === end && text === "") return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  // Of all that writes, this alone can be undone. An empty text deletes what is selected.
  const command = text === "" ? "delete" : "insertText";
  if (document.execCommand?.(command, false, text)) return;
  replaceRange(field, text, [start, end]);
}

/** The same without the focus, and without a way back. */
export function replaceRange(
  field: HTMLTextAreaElement,
  text: string,
  [start, end]: readonly [start: number, end: number],
  inputType = "insertText",
): void {
  field.setRangeText(text, start, end, "end");
  // As from the keyboard, so that whoever keeps the text hears of it.
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
}

/** Sends what a form holds, as Enter does; never stops a run that has begun meanwhile. */
export function submitForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button?.value !== "stop") form.requestSubmit();
}
