/** Returns the visible and accessible words in Latin script, outside of code. */
export function findLatinWords(selector: string): string[] {
  const found: string[] = [];
  const read = (text: string | null) => found.push(...(text?.match(/[a-z][\w.() -]*/gi) ?? []));
  for (const element of document.querySelectorAll(selector)) {
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
      read(element.getAttribute(name));
    if (element.matches("pre, pre *, style")) continue;
    for (const node of element.childNodes) if (node instanceof Text) read(node.data);
  }
  return [...new Set(found.map((word) => word.trim()))].sort();
}
