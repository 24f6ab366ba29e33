/** Returns the labels of the controls in a page, once each: those that a picture shows and a translation names. */
export function labelsIn(page: ParentNode): readonly string[] {
  const controls = [...page.querySelectorAll<HTMLElement>("button, textarea, summary")];
  const labels = controls.map(
    (control) =>
      control.getAttribute("aria-label") ??
      control.getAttribute("placeholder") ??
      control.textContent?.replace(/\s+/g, " ").trim() ??
      "",
  );
  return [...new Set(labels)].filter((label) => label !== "").sort();
}
