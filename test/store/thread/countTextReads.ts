const WAYS = [
  ...([
    "slice",
    "substring",
    "startsWith",
    "endsWith",
    "includes",
    "indexOf",
    "charCodeAt",
  ] as const),
  ...(["charAt", "at", "trim", "match", "replace", "split", Symbol.iterator] as const),
];

/** Counts how often a text of at least `length` characters is read during `work`. */
export async function countTextReads(
  length: number,
  work: () => Promise<unknown>,
): Promise<number> {
  let reads = 0;
  const text = String.prototype;
  const originals = WAYS.map(
    (name) => [name, Object.getOwnPropertyDescriptor(text, name)] as const,
  );
  for (const [name, original] of originals) {
    const value = function (this: string, ...args: unknown[]) {
      if (this.length >= length) reads += 1;
      return Reflect.apply(original?.value, this, args);
    };
    Object.defineProperty(text, name, { ...original, value });
  }
  try {
    await work();
  } finally {
    for (const [name, original] of originals) {
      if (original) Object.defineProperty(text, name, original);
    }
  }
  return reads;
}
