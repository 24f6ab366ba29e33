/** That somebody works on a queued message, which must not go out meanwhile. */
interface QueueHold {
  readonly id: string;
  /** What has to wait until then. */
  onRelease?: () => void;
}

/** By thread, since what a person has opened is no part of the conversation. */
const holds = new WeakMap<object, Set<QueueHold>>();

/** Keeps a queued message, and those behind it, until the returned function is called. */
export function holdQueued(thread: object, id: string): () => void {
  const all = holds.get(thread) ?? new Set();
  const hold: QueueHold = { id };
  holds.set(thread, all.add(hold));
  return () => {
    if (all.delete(hold)) hold.onRelease?.();
  };
}

/** What keeps a message. */
export function findHold(thread: object, id: string): QueueHold | undefined {
  return [...(holds.get(thread) ?? [])].find((hold) => hold.id === id);
}
