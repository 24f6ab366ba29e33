/** @internal What is known of things by their keys, for as long as the thread is there. */
export interface Memory<T> {
  get(store: object | undefined, key: string | undefined): T | undefined;
  set(store: object | undefined, key: string | undefined, value: T): void;
}

/**
 * @internal Makes a memory for what a part is to know when it is shown again, such as whether it was
 * opened: cards come and go with the card around them, and with the place they are shown in. Without
 * a thread, or a key, it remembers nothing.
 */
export function createUiMemory<T>(): Memory<T> {
  const threads = new WeakMap<object, Map<string, T>>();
  return {
    get: (store, key) =>
      store === undefined || key === undefined ? undefined : threads.get(store)?.get(key),
    set(store, key, value) {
      if (store === undefined || key === undefined) return;
      const known = threads.get(store) ?? new Map<string, T>();
      threads.set(store, known.set(key, value));
    },
  };
}
