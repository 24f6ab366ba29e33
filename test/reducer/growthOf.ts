/** A replaced method. */
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Methods of lists that pass items to a function until it decides. */
const SEARCHES = ["find", "findIndex", "findLast", "findLastIndex", "some", "every"];
/** Methods of lists, and loops, that read each item. */
const PASSES = ["map", "flatMap", "filter", "forEach", Symbol.iterator];
/** Methods of lists that compare items with a value. */
const COMPARISONS = ["indexOf", "includes"];

/**
 * Counts the steps of a function:
 *
 * - the lookups in records, maps and sets, and the entries that are written to maps
 * - the listed values of records
 * - the items that methods of lists and loops read
 *
 * A copy of a list or record does not count: a batch of events may copy what it changes once.
 */
function countSteps(run: () => void): number {
  let steps = 0;
  const originals: { target: object; key: PropertyKey; method: Method }[] = [];
  const replace = (
    target: object,
    key: PropertyKey,
    /** Calls the method. The code must not spread lists, because that would count too. */
    count: (apply: (args: unknown[]) => unknown, args: unknown[], list: unknown[]) => unknown,
  ) => {
    // The keys in this file are those of methods.
    const method = Reflect.get(target, key) as Method;
    originals.push({ target, key, method });
    Reflect.set(target, key, function (this: unknown, ...args: unknown[]) {
      // The list methods below are called on lists.
      return count((used) => Reflect.apply(method, this, used), args, this as unknown[]);
    });
  };
  const countCalls = (target: object, key: PropertyKey) =>
    replace(target, key, (apply, args) => {
      steps += 1;
      return apply(args);
    });
  countCalls(Object, "hasOwn");
  countCalls(Map.prototype, "get");
  countCalls(Map.prototype, "set");
  countCalls(Set.prototype, "has");
  replace(Object, "values", (apply, args) => {
    const listed = apply(args);
    if (Array.isArray(listed)) steps += listed.length;
    return listed;
  });
  for (const key of SEARCHES) {
    replace(Array.prototype, key, (apply, args) => {
      // The first argument of these methods is the function.
      const test = args[0] as Method;
      args[0] = function (this: unknown, ...tested: unknown[]) {
        steps += 1;
        return Reflect.apply(test, this, tested);
      };
      return apply(args);
    });
  }
  for (const key of COMPARISONS) {
    replace(Array.prototype, key, (apply, args, list) => {
      const found = apply(args);
      steps += typeof found === "number" && found >= 0 ? found + 1 : list.length;
      return found;
    });
  }
  for (const key of PASSES) {
    replace(Array.prototype, key, (apply, args, list) => {
      steps += list.length;
      return apply(args);
    });
  }
  try {
    run();
  } finally {
    for (let i = originals.length - 1; i >= 0; i--) {
      const original = originals[i];
      if (original) Reflect.set(original.target, original.key, original.method);
    }
  }
  return steps;
}

/** Returns the work for 1,000 things as a multiple of the work for 500. */
export function growthOf<T>(create: (count: number) => T, run: (things: T) => void): number {
  const [half = 0, whole = 0] = [500, 1000].map((count) => {
    const things = create(count);
    return countSteps(() => run(things));
  });
  return whole / half;
}
