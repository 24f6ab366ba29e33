/**
 * The name of the control that is one key deeper. A pointer, so that a control is found again by the
 * place of its answer, and that browsers, who fill in fields by name, see the key.
 */
export function nameInside(name: string, key: string | number): string {
  return `${name}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The path a name stands for. */
export function pathOf(name: string): string[] {
  return name
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
