/** @internal UI state by key within a thread, which lives as long as the store of the thread. */
export interface UiMemory<T> {
  get(store: object | undefined, key: string | undefined): T | undefined;
  set(store: object | undefined, key: string | undefined, value: T): void;
}

/**
 * @internal Creates a memory for state that a component needs again after a remount, such as whether a card is open:
 * cards unmount with the card or the window of rows around them. Remembers nothing without a store or a key.
 */
export function createUiMemory<T>(): UiMemory<T> {
  const threads = new WeakMap<object, Map<string, T>>();
  return {
    get: (store, key) =>
      store === undefined || key === undefined ? undefined : threads.get(store)?.get(key),
    set(store, key, value) {
      if (store === undefined || key === undefined) return;
      const values = threads.get(store) ?? new Map<string, T>();
      threads.set(store, values.set(key, value));
    },
  };
}
