/** Number of consecutive runs that may make the same call with the same arguments. */
export const MAX_REPEATS = 3;

interface Call {
  readonly name: string;
  readonly args: string;
}

/**
 * Returns a key that is equal for calls whose arguments differ only in key order and white space.
 */
function fingerprint({ name, args }: Call): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(args), sortKeys)}`;
  } catch {
    return `${name} ${args}`;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Counts, for each call of this run, the consecutive runs that have made it. */
export function countRepeats(
  before: ReadonlyMap<string, number>,
  calls: readonly Call[],
): ReadonlyMap<string, number> {
  return new Map(
    calls.map((call) => {
      const key = fingerprint(call);
      return [key, (before.get(key) ?? 0) + 1];
    }),
  );
}
