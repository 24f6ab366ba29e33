/** Replaces a list or record by one that counts how often an entry of it is read. */
export function countReads<T extends object>(entries: T) {
  const counter = { reads: 0 };
  const counted = new Proxy(entries, {
    get(target, key, receiver) {
      if (typeof key === "string" && Object.hasOwn(target, key) && key !== "length")
        counter.reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { counter, counted };
}
