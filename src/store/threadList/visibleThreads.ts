/** Which threads a person has before them. */
export interface VisibleThreads {
  has(threadId: string): boolean;
  all(): Iterable<string>;
  /** Returns what says that it is not shown there any more. */
  markVisible(threadId: string): () => void;
}

/** Counts how many times each thread is shown. */
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
