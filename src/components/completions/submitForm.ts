/** @internal Sends what a form holds, as Enter does; never stops a run that has begun meanwhile. */
export function submitForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button?.value !== "stop") form.requestSubmit();
}

/** @internal Whether a form is sent, and its button is not the one that stops a run. */
export function isToSend({ submitter }: SubmitEvent): boolean {
  return !(submitter instanceof HTMLButtonElement && submitter.value === "stop");
}
