/** Lists of ids by stream key, each in the order in which the ids were appended. */
interface IdLists {
  /** True when no key has an id. */
  isEmpty(): boolean;
  /** Returns the oldest id of a key. */
  findFirst(key: string): string | undefined;
  /** Returns the latest id of a key. */
  findLast(key: string): string | undefined;
  /** Adds an id to the end of a list, or moves it there. */
  appendId(key: string, id: string): void;
  /** Removes an id; does nothing when its list does not have it. */
  removeId(key: string, id: string): void;
  /** Removes the list of a key. */
  deleteList(key: string): void;
  clear(): void;
}

export function createIdLists(): IdLists {
  const lists = new Map<string, readonly string[]>();
  const listWithout = (key: string, id: string) =>
    (lists.get(key) ?? []).filter((listed) => listed !== id);

  return {
    isEmpty: () => lists.size === 0,
    findFirst: (key) => lists.get(key)?.[0],
    findLast: (key) => lists.get(key)?.at(-1),
    appendId(key, id) {
      lists.set(key, [...listWithout(key, id), id]);
    },
    removeId(key, id) {
      const remaining = listWithout(key, id);
      if (remaining.length > 0) lists.set(key, remaining);
      else lists.delete(key);
    },
    deleteList(key) {
      lists.delete(key);
    },
    clear: () => lists.clear(),
  };
}
