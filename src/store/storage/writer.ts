import type { Event } from "../../protocol/events.ts";
import { present } from "../../protocol/present.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { readAct } from "../log/entries.ts";
import type { ThreadLog } from "../log/threadLog.ts";
import type { ThreadCore } from "../threadCore.ts";
import { type Records, titleOf } from "./records.ts";
import type { ThreadStorage } from "./types.ts";

/** How long what streams may lie unwritten, in milliseconds. */
const WRITE_WITHIN_MS = 300;
/** When what could not be written is tried again, in milliseconds: each time twice as long after the last. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;
/** How much longer than when it was written last a log is when a snapshot is written beside it. */
const SNAPSHOT_GROWTH = 1.5;
const FIRST_SNAPSHOT = 50;

export interface WriterParts {
  readonly core: ThreadCore;
  readonly log: ThreadLog;
  /** How many of its entries are in the storage already. */
  readonly written: number;
  readonly storage: ThreadStorage;
  readonly records: Records;
  readonly onError: (error: unknown) => void;
}

/** What writes the log of a thread. */
export interface Writer {
  /** Whether nothing waits to be written, or is being written. */
  isDone(): boolean;
  /** Writes what waits, and nothing any more. */
  stop(): void;
}

/** Writes what is added to a log: what streams now and then, and everything else at once. */
export function createWriter(parts: WriterParts): Writer {
  const { core, log, written, storage, records, onError } = parts;
  const { threadId } = core.getSnapshot();
  /** The first entry that is not written. */
  let from: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;
  let snapshotAt = 0;
  // A record may have been there before: a thread can be named before anything is said in it.
  let hasBase = written > 0 || isBlank(log);
  let writing = 0;
  let { length } = log.entries;
  /** Whether more has happened than that something streams, or is said again in fewer words. */
  let isNews = false;
  const seat = records.enter(threadId);

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (from === undefined) return;
    const at = from;
    from = undefined;
    // What was removed does not come back.
    if (seat.isRemoved()) return;
    writing += 1;
    write(at)
      .then(() => {
        retryMs = FIRST_RETRY_MS;
      })
      .catch((error: unknown) => {
        // Tried again with what is added next, or when nothing is.
        from = Math.min(at, from ?? at);
        isNews = true;
        if (!isStopped) timer ??= setTimeout(flush, retryMs);
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
        onError(error);
      })
      .finally(() => {
        writing -= 1;
      });
  }

  async function write(at: number): Promise<void> {
    const entries = log.entries.slice(at);
    const writes: Promise<void>[] = [];
    // First, as the entries mean nothing without it; and again, when it could not be written.
    if (!hasBase) writes.push(saveBase());
    writes.push(storage.append(threadId, at, entries));
    if (entries.some((entry) => readAct(entry)?.name === "end")) writes.push(saveSnapshot());
    if (isNews || !records.get(threadId)) writes.push(saveRecord());
    isNews = false;
    await Promise.all(writes);
  }

  async function saveBase(): Promise<void> {
    hasBase = true;
    try {
      await storage.saveSnapshot(threadId, "base", { at: 0, snapshot: log.base });
    } catch (error) {
      hasBase = false;
      throw error;
    }
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
    const isStreaming = entries.every(isQuiet);
    isNews ||= at >= length && !isStreaming;
    length = at + entries.length;
    if (isStreaming) timer ??= setTimeout(flush, WRITE_WITHIN_MS);
    // With all that is done in the same moment.
    else queueMicrotask(flush);
  });
  // What was done while it was being read.
  if (length > written) {
    from = written;
    queueMicrotask(flush);
  }
  const page = globalThis as Partial<
    Pick<typeof globalThis, "addEventListener" | "removeEventListener">
  >;
  page.addEventListener?.("pagehide", flush);
  return {
    isDone: () => from === undefined && writing === 0,
    stop() {
      isStopped = true;
      stop();
      flush();
      seat.leave();
      page.removeEventListener?.("pagehide", flush);
    },
  };
}

/** Whether an entry is of the agent, or says little: what may lie unwritten for a moment. */
function isQuiet(entry: Event): boolean {
  const { name } = readAct(entry) ?? {};
  return name === undefined || name === "cursor" || name === "issues";
}

/** Whether a thread began with nothing that would have to be stored. */
function isBlank({ base }: ThreadLog): boolean {
  return createPatch(createSnapshot({ threadId: base.threadId }), base).length === 0;
}
