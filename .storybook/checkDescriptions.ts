/**
 * Throws when a control of the story has a `title` that repeats its name, because screen readers would read both. Throws
 * when an `aria-describedby` or `aria-labelledby` names an element that does not exist. Checks the whole page, because
 * the root of a story has no name in a test, and popups are outside of it.
 */
export function checkDescriptions(): void {
  const faults = [...repeatedTitles(), ...missingReferences()];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function repeatedTitles(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>("body :is(button, a)[title]")];
  return controls
    .filter((control) => control.title === (control.ariaLabel ?? control.textContent))
    .map(({ title }) => `The title "${title}" repeats the name of its control.`);
}

function missingReferences(): string[] {
  return ["aria-describedby", "aria-labelledby"].flatMap((attribute) =>
    [...document.querySelectorAll(`body [${attribute}]`)].flatMap((element) => {
      // Screen readers do not reach it, and what describes it may be hidden by being left out.
      if (!element.checkVisibility()) return [];
      const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      const missing = ids.filter((id) => !document.getElementById(id));
      return missing.map(
        (id) => `${attribute} of <${element.localName}> names "${id}", which is missing.`,
      );
    }),
  );
}
