/** Sends what a form holds, as Enter does; never stops a run that has begun meanwhile. */
export function submitForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button?.value !== "stop") form.requestSubmit();
}
