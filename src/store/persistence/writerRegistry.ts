/** Registration of a writer of a thread. */
export interface WriterHandle {
  /** True when the thread was removed after the registration: nothing of it may be written any more. */
  isRemoved(): boolean;
  releaseWriter(): void;
}

/** The writers of a storage, by thread. */
interface WriterRegistry {
  /** Number of threads that have writers. */
  readonly size: number;
  hasWriter(threadId: string): boolean;
  registerWriter(threadId: string): WriterHandle;
  /** Notifies the writers of a thread that the thread was removed. */
  markRemoved(threadId: string): void;
}

/**
 * Creates a registry.
 *
 * @param onUnused - Called when the last writer of a thread is released.
 */
export function createWriterRegistry(onUnused: () => void): WriterRegistry {
  const writers = new Map<string, Set<{ isRemoved: boolean }>>();
  return {
    get size() {
      return writers.size;
    },
    hasWriter: (threadId) => writers.has(threadId),
    registerWriter(threadId) {
      const writer = { isRemoved: false };
      const registered = writers.get(threadId) ?? new Set();
      writers.set(threadId, registered.add(writer));
      return {
        isRemoved: () => writer.isRemoved,
        releaseWriter() {
          registered.delete(writer);
          if (registered.size > 0 || writers.get(threadId) !== registered) return;
          writers.delete(threadId);
          onUnused();
        },
      };
    },
    markRemoved(threadId) {
      for (const writer of writers.get(threadId) ?? []) writer.isRemoved = true;
    },
  };
}
