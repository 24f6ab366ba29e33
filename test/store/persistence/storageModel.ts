import fc from "fast-check";
import type { Event } from "../../../src/protocol/events.ts";
import type {
  StoredSnapshot,
  StoredThread,
  ThreadRecord,
} from "../../../src/store/persistence/threadStorage.ts";
import { recordOf } from "./storedSamples.ts";

/** Stored data of a thread in the model. */
export interface Model {
  record?: ThreadRecord;
  base?: StoredSnapshot;
  latest?: StoredSnapshot;
  entries: readonly (Event | null)[];
}

export const ids = ["t", "t:0"];
const threadId = fc.constantFrom(...ids);

/** Arbitrary call of a storage, for one of two threads. */
export const anyCall = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      threadId,
      at: fc.nat({ max: 9 }),
      count: fc.nat({ max: 4 }),
    }),
  },
  fc.record({
    kind: fc.constant("snapshot" as const),
    threadId,
    which: fc.constantFrom("base" as const, "latest" as const),
  }),
  fc.record({ kind: fc.constantFrom("record" as const, "load" as const), threadId }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), threadId }) },
);

/** Returns the log with entries written at a position. */
export function writeEntries(
  log: Model["entries"],
  at: number,
  added: readonly Event[],
): Model["entries"] {
  const missing = Math.max(0, at - log.length);
  return [...log.slice(0, at), ...Array.from({ length: missing }, () => null), ...added];
}

/** Returns the expected result of loading a thread. */
export function expectedThread(
  model: ReadonlyMap<string, Model>,
  id: string,
): StoredThread | undefined {
  const modelThread = model.get(id);
  return (
    modelThread && {
      record: modelThread.record ?? recordOf(id, { createdAt: 0, updatedAt: 0 }),
      ...(modelThread.base && { base: modelThread.base.snapshot }),
      ...(modelThread.latest && { latest: modelThread.latest }),
      entries: modelThread.entries,
    }
  );
}
