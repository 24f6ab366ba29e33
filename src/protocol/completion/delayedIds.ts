import { createIdLists } from "./idLists.ts";
import type { StreamKind } from "./streamReferences.ts";

/**
 * The ids of streams whose start event had none, and whose later events have one. Such a stream keeps the id that was created
 * for its start event:
 *
 * | event | id as it arrived | id as it is emitted |
 * | --- | --- | --- |
 * | TEXT_MESSAGE_START | – | `r1-1`, created |
 * | TEXT_MESSAGE_CONTENT | `m1` | `r1-1`: no start event had `m1`, and this stream has a created id |
 * | TEXT_MESSAGE_END | `m1` | `r1-1` |
 */
interface DelayedIds {
  startRun(): void;
  /** Records the id in a start event, which belongs to that stream alone. */
  recordStart(kind: StreamKind, id: string): void;
  /** True when a start event of the run had the id. */
  isStarted(kind: StreamKind, id: unknown): boolean;
  /** Records that an id was created for an open stream. */
  recordCreated(key: string, id: string): void;
  /** Forgets the created id of a stream that has been closed. */
  forgetCreated(key: string, id: string): void;
  /** True when no stream has a created id and no delayed id is known, so that `resolveId` would return nothing. */
  isEmpty(): boolean;
  /** Returns the created id of the stream to which a delayed id belongs: of the oldest stream whose delayed id is unknown. */
  resolveId(kind: StreamKind, key: string, delayedId: string): string | undefined;
}

export function createDelayedIds(): DelayedIds {
  /** Kinds and ids in the start events of the run. */
  const startedIds = new Set<string>();
  /** Created ids of the open streams whose delayed id is unknown. */
  const createdIds = createIdLists();
  /** Created ids by kind and delayed id. */
  const createdIdByDelayedId = new Map<string, string>();

  return {
    startRun() {
      startedIds.clear();
      createdIds.clear();
      createdIdByDelayedId.clear();
    },
    recordStart(kind, id) {
      startedIds.add(`${kind} ${id}`);
    },
    isStarted: (kind, id) => startedIds.has(`${kind} ${id}`),
    recordCreated: createdIds.appendId,
    forgetCreated: createdIds.removeId,
    isEmpty: () => createdIds.isEmpty() && createdIdByDelayedId.size === 0,
    resolveId(kind, key, delayedId) {
      const id = createdIdByDelayedId.get(`${kind} ${delayedId}`) ?? createdIds.findFirst(key);
      if (id === undefined) return undefined;
      createdIdByDelayedId.set(`${kind} ${delayedId}`, id);
      createdIds.removeId(key, id);
      return id;
    },
  };
}
