/** Threads that a user has open. */
export interface VisibleThreads {
  has(threadId: string): boolean;
  all(): Iterable<string>;
  /** Returns the function that ends the mark. */
  markVisible(threadId: string): () => void;
}

/** Creates the set of visible threads, and counts how often each is visible. */
export function createVisibleThreads(): VisibleThreads {
  const counts = new Map<string, number>();
  return {
    has: (threadId) => counts.has(threadId),
    all: () => counts.keys(),
    markVisible(threadId) {
      counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
      return () => {
        const count = (counts.get(threadId) ?? 1) - 1;
        if (count > 0) counts.set(threadId, count);
        else counts.delete(threadId);
      };
    },
  };
}
