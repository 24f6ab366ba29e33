/**
 * Throws when a control of the story has a `title` that repeats its name, which screen readers would read twice, or when
 * an `aria-describedby` or `aria-labelledby` names an element that does not exist.
 */
export function checkDescriptions(): void {
  const faults = [...repeatedTitles(), ...missingReferences()];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function repeatedTitles(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>("#storybook-root :is(button, a)[title]"),
  ];
  return controls
    .filter((control) => control.title === (control.ariaLabel ?? control.textContent))
    .map(({ title }) => `The title "${title}" repeats the name of its control.`);
}

function missingReferences(): string[] {
  return ["aria-describedby", "aria-labelledby"].flatMap((attribute) =>
    [...document.querySelectorAll(`#storybook-root [${attribute}]`)].flatMap((element) => {
      const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      const missing = ids.filter((id) => !document.getElementById(id));
      return missing.map(
        (id) => `${attribute} of <${element.localName}> names "${id}", which is missing.`,
      );
    }),
  );
}
