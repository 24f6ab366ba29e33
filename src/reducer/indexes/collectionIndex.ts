/** The indexes of a collection, by the `CollectionIndex` that made them. */
const mapsOf = new WeakMap<object, Map<object, ReadonlyMap<string, unknown>>>();

/**
 * Hands the indexes of a list or record over to a copy that replaces the original, and returns the copy. The original
 * gets a new index on its next lookup.
 */
export function moveIndexes<T extends object>(original: object, copy: T): T {
  const maps = mapsOf.get(original);
  if (maps && original !== copy) {
    mapsOf.delete(original);
    mapsOf.set(copy, maps);
  }
  return copy;
}

/**
 * An index of a list or record that grows with the events, so that no event searches all of it.
 *
 * - The first lookup in a collection indexes it.
 * - A function that changes a collection in place changes its index too, through `existing`.
 * - A copy takes the index over (`moveIndexes`), so that each index belongs to one collection and is exact.
 *
 * A collection that is made in any other way, such as by `filter`, has no index until its first lookup.
 */
export class CollectionIndex<C extends object, V> {
  /**
   * Returns the index of a collection.
   *
   * @param entriesOf - Lists the entries of a collection without an index. The last entry of a key counts.
   */
  of(
    collection: C,
    entriesOf: (collection: C) => Iterable<readonly [string, V]>,
  ): ReadonlyMap<string, V> {
    const existing = this.existing(collection);
    if (existing) return existing;
    const map = new Map(entriesOf(collection));
    const maps = mapsOf.get(collection);
    if (maps) maps.set(this, map);
    else mapsOf.set(collection, new Map([[this, map]]));
    return map;
  }

  /** Returns the index of a collection; `undefined` for one without an index. */
  existing(collection: C): Map<string, V> | undefined {
    // Only `of` stores maps under this key.
    return mapsOf.get(collection)?.get(this) as Map<string, V> | undefined;
  }
}
