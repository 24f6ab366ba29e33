/** Lists of ids by stream key, each in the order in which the ids were appended. */
interface IdLists {
  /** True when no key has an id. */
  isEmpty(): boolean;
  /** Returns the oldest id of a key. */
  findFirst(key: string): string | undefined;
  /** Returns the latest id of a key. */
  findLast(key: string): string | undefined;
  /** Adds an id to the end of a list, or moves it there. */
  append(key: string, id: string): void;
  /** Removes an id; does nothing when its list does not have it. */
  remove(key: string, id: string): void;
  /** Removes the list of a key. */
  delete(key: string): void;
  clear(): void;
}

/** Creates lists without ids. */
export function createIdLists(): IdLists {
  const lists = new Map<string, readonly string[]>();
  const without = (key: string, id: string) => (lists.get(key) ?? []).filter((it) => it !== id);

  return {
    isEmpty: () => lists.size === 0,
    findFirst: (key) => lists.get(key)?.[0],
    findLast: (key) => lists.get(key)?.at(-1),
    append(key, id) {
      lists.set(key, [...without(key, id), id]);
    },
    remove(key, id) {
      const rest = without(key, id);
      if (rest.length > 0) lists.set(key, rest);
      else lists.delete(key);
    },
    delete(key) {
      lists.delete(key);
    },
    clear: () => lists.clear(),
  };
}
