import { present } from "../../protocol/present.ts";
import { readAct } from "../log/entries.ts";
import type { ThreadLog } from "../log/threadLog.ts";
import type { ThreadCore } from "../threadCore.ts";
import { type Records, titleOf } from "./records.ts";
import type { ThreadStorage } from "./types.ts";

/** How long what streams may lie unwritten, in milliseconds. */
const WRITE_WITHIN_MS = 300;
/** How much longer than when it was written last a log is when a snapshot is written beside it. */
const SNAPSHOT_GROWTH = 1.5;
const FIRST_SNAPSHOT = 50;

export interface WriterParts {
  readonly core: ThreadCore;
  readonly log: ThreadLog;
  readonly storage: ThreadStorage;
  readonly records: Records;
  readonly onError: (error: unknown) => void;
}

/** Writes what is added to a log: what streams now and then, and everything else at once. */
export function createWriter({ core, log, storage, records, onError }: WriterParts): () => void {
  const { threadId } = core.getSnapshot();
  /** The first entry that is not written. */
  let from: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let snapshotAt = 0;
  let hasBase = records.get(threadId) !== undefined || isBlank(log);

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (from === undefined) return;
    const at = from;
    from = undefined;
    write(at).catch((error: unknown) => {
      // Tried again with what is added next.
      from = Math.min(at, from ?? at);
      onError(error);
    });
  }

  async function write(at: number): Promise<void> {
    const entries = log.entries.slice(at);
    const writes = [storage.append(threadId, at, entries)];
    if (!hasBase)
      writes.push(storage.saveSnapshot(threadId, "base", { at: 0, snapshot: log.base }));
    hasBase = true;
    if (entries.some((entry) => readAct(entry)?.name === "end")) writes.push(saveSnapshot());
    writes.push(saveRecord());
    await Promise.all(writes);
  }

  async function saveSnapshot(): Promise<void> {
    const at = log.entries.length;
    if (at < FIRST_SNAPSHOT || at < snapshotAt * SNAPSHOT_GROWTH) return;
    snapshotAt = at;
    await storage.saveSnapshot(threadId, "latest", { at, snapshot: core.getSnapshot() });
  }

  async function saveRecord(): Promise<void> {
    const record = records.get(threadId);
    const title = record?.isNamed ? undefined : titleOf(core.getSnapshot());
    const { agentId } = core.thread();
    await records.change(threadId, { ...present({ title, agentId }), updatedAt: core.now() });
  }

  const stop = log.subscribe(({ at, entries }) => {
    from = Math.min(at, from ?? at);
    const isStreaming = entries.every((entry) => !readAct(entry) || isMinor(readAct(entry)?.name));
    if (isStreaming) timer ??= setTimeout(flush, WRITE_WITHIN_MS);
    // With all that is done in the same moment.
    else queueMicrotask(flush);
  });
  const page = globalThis as Partial<
    Pick<typeof globalThis, "addEventListener" | "removeEventListener">
  >;
  page.addEventListener?.("pagehide", flush);
  return () => {
    stop();
    flush();
    page.removeEventListener?.("pagehide", flush);
  };
}

const isMinor = (name = "") => name === "cursor" || name === "issues";

/** Whether a thread began with nothing that would have to be stored. */
function isBlank({ base }: ThreadLog): boolean {
  return base.messages.length === 0 && JSON.stringify(base.state) === "{}";
}
