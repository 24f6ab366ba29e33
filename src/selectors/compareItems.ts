/** @internal Returns true when two lists hold identical items in the same order. */
export function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => Object.is(item, b[index])));
}

/**
 * @internal Returns the positions at which two lists of the same length differ, `undefined` for different
 * lengths. A plain loop, because it compares thousands of messages per frame and `every` is several times slower.
 */
export function changedIndices(
  before: readonly unknown[],
  now: readonly unknown[],
): number[] | undefined {
  if (before.length !== now.length) return undefined;
  const changed: number[] = [];
  if (before === now) return changed;
  for (let at = 0; at < now.length; at++) if (before[at] !== now[at]) changed.push(at);
  return changed;
}
