/**
 * Counts the steps of a function. Steps are the calls of these, and:
 *
 * - the characters that patterns and text searches read
 * - the items that list methods pass to functions
 * - the items that loops and spreads read
 * - the items that `slice` and `concat` copy
 *
 * @param run - Gets a function that returns the steps so far.
 */
export function countSteps(run: (stepsSoFar: () => number) => void): number {
  let steps = 0;
  const { exec } = RegExp.prototype;
  const { indexOf, lastIndexOf, includes } = String.prototype;
  const { map, every, some, filter, flatMap, values, slice, concat } = Array.prototype;
  const lists = Object.entries({ map, every, some, filter, flatMap });
  RegExp.prototype.exec = function (source) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, source);
    const isAnchored = this.sticky || this.source.startsWith("^");
    const read = match ? match.index + match[0].length : isAnchored ? from : source.length;
    steps += 1 + Math.max(0, read - from);
    return match;
  };
  const countSearch = (text: string, from: number, found: number): void => {
    steps += 1 + Math.max(0, (found < 0 ? text.length : found) - from);
  };
  Object.assign(String.prototype, {
    indexOf(this: string, searched: string, from = 0) {
      const found = indexOf.call(this, searched, from);
      countSearch(this, from, found);
      return found;
    },
    includes(this: string, searched: string, from = 0) {
      const found = indexOf.call(this, searched, from);
      countSearch(this, from, found);
      return found >= 0;
    },
    lastIndexOf(this: string, searched: string, from = this.length) {
      const found = lastIndexOf.call(this, searched, from);
      steps += 1 + Math.max(0, Math.min(from, this.length) - Math.max(0, found));
      return found;
    },
  });
  // Patched last, because the lists that this function reads must not count.
  Array.prototype[Symbol.iterator] = function (this: unknown[]) {
    steps += 1 + this.length;
    return values.call(this);
  };
  for (const [name, method] of lists) {
    Reflect.set(Array.prototype, name, function (this: unknown[], ...args: unknown[]) {
      steps += 1 + this.length;
      return Reflect.apply(method, this, args);
    });
  }
  const countCopy = (copy: unknown[]): unknown[] => {
    steps += 1 + copy.length;
    return copy;
  };
  Object.assign(Array.prototype, {
    slice(this: unknown[], ...args: [number?, number?]) {
      return countCopy(slice.apply(this, args));
    },
    concat(this: unknown[], ...args: unknown[]) {
      return countCopy(concat.apply(this, args));
    },
  });
  try {
    run(() => steps);
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { indexOf, lastIndexOf, includes });
    Object.assign(Array.prototype, { [Symbol.iterator]: values, slice, concat });
    for (const [name, method] of lists) Reflect.set(Array.prototype, name, method);
  }
  return steps;
}
