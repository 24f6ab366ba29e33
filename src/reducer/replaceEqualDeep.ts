/** Depth from which values are not compared, since that would exhaust the stack. */
const MAX_COMPARED_DEPTH = 500;

/**
 * Returns `next` with every subtree that equals its counterpart in `previous` replaced by that
 * counterpart, so that unchanged parts keep their identity. Returns `previous` when nothing changed. For
 * JSON values.
 */
export function replaceEqualDeep<T>(previous: unknown, next: T, depth = 0): T {
  if (Object.is(previous, next)) return next;
  if (depth > MAX_COMPARED_DEPTH || !isContainer(previous) || !isContainer(next)) return next;
  if (Array.isArray(previous)) {
    if (!Array.isArray(next)) return next;
    let isSame = previous.length === next.length;
    const items: unknown[] = next.map((item, i) => {
      const shared = replaceEqualDeep(previous[i], item, depth + 1);
      if (!Object.is(shared, previous[i])) isSame = false;
      return shared;
    });
    // The value was found equal to `next`.
    return (isSame ? previous : items) as T;
  }
  if (Array.isArray(next)) return next;
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(previous).length;
  const entries = keys.map((key): [string, unknown] => {
    const before = Object.hasOwn(previous, key) ? previous[key] : MISSING;
    const shared = replaceEqualDeep(before, next[key], depth + 1);
    if (!Object.is(shared, before)) isSame = false;
    return [key, shared];
  });
  // The value was found equal to `next`.
  return (isSame ? previous : Object.fromEntries(entries)) as T;
}

const MISSING = Symbol("missing");

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** True for two equal JSON values. */
export function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || Object.is(replaceEqualDeep(a, b), a);
}
