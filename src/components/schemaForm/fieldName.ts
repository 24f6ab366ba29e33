/**
 * Returns the `name` attribute of a control for a nested value. Names are JSON pointers, so that a
 * control is found by the path of its value and browser autofill sees the key.
 *
 * @param key - Property name, or index of a list item.
 */
export function nestedName(name: string, key: string | number): string {
  return `${name}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Returns the path of the value that a control edits.
 *
 * @param name - The `name` attribute of the control, built with {@link nestedName}.
 */
export function parseFieldName(name: string): string[] {
  return name
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
