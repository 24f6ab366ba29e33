/** @internal Returns true when two lists hold identical items in the same order. */
export function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => Object.is(item, b[index])));
}
