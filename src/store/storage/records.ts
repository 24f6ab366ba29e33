import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { STORAGE_VERSION, type ThreadRecord, type ThreadStorage } from "./types.ts";

/** What may be changed of a record. */
export type RecordChange = Partial<Omit<ThreadRecord, "version" | "threadId">>;

/** The place of somebody who writes a thread. */
export interface Seat {
  /** Whether the thread was removed since: nothing of it is to be written any more. */
  isRemoved(): boolean;
  leave(): void;
}

/** The records of a storage as this page knows them, and keeps them in step with other pages. */
export interface Records {
  /** Reads them, once; after a failure, again. */
  load(): Promise<void>;
  all(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /** Changes a record, or makes it, and writes it. */
  change(threadId: string, change: RecordChange): Promise<void>;
  /** Removes a thread and all that is stored of it. */
  remove(threadId: string): Promise<void>;
  /** Takes the place of one who writes a thread. */
  enter(threadId: string): Seat;
  /** Calls a listener after every change. @param removedId - The thread that was removed, if one was. */
  subscribe(listener: (removedId?: string) => void): () => void;
}

/** What pages tell each other about the threads of a storage. */
type Word =
  | { readonly type: "changed"; readonly record: ThreadRecord }
  /** The time tells it from a thread of another storage under the same id. */
  | { readonly type: "removed"; readonly threadId: string; readonly createdAt: number };

const known = new WeakMap<ThreadStorage, Records>();

/** The records of a storage, the same for all who ask. */
export function recordsOf(storage: ThreadStorage): Records {
  const found = known.get(storage);
  if (found) return found;
  const made = createRecords(storage);
  known.set(storage, made);
  return made;
}

function createRecords(storage: ThreadStorage): Records {
  const records = new Map<string, ThreadRecord>();
  const listeners = new Set<(removedId?: string) => void>();
  /** Who writes which thread. */
  const seats = new Map<string, Set<{ isRemoved: boolean }>>();
  const say = joinPages(hear);
  let loading: Promise<void> | undefined;
  let isDue = false;
  /** What has changed here while records are read. */
  let changed: Set<string> | undefined;

  function tell(removedId?: string): void {
    for (const listener of listeners) listener(removedId);
  }

  async function read(): Promise<void> {
    const own = new Set<string>();
    changed = own;
    const listed = await storage.list();
    for (const record of listed) {
      if (!own.has(record.threadId)) records.set(record.threadId, record);
    }
    changed = undefined;
    tell();
  }

  function load(): Promise<void> {
    loading ??= read().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** Finds out what another page has begun; whether it is in this storage is known there. */
  function readAgain(): void {
    if (!loading || isDue) return;
    isDue = true;
    const next = () => {
      isDue = false;
      return read();
    };
    loading = loading.then(next, next);
    loading.catch(() => {
      loading = undefined;
    });
  }

  function put(record: ThreadRecord): void {
    changed?.add(record.threadId);
    records.set(record.threadId, record);
    tell();
  }

  /** Nobody writes the thread any more, and whoever has it lets go of it. */
  function drop(threadId: string): void {
    for (const seat of seats.get(threadId) ?? []) seat.isRemoved = true;
    changed?.add(threadId);
    records.delete(threadId);
    tell(threadId);
  }

  function hear(word: Word): void {
    if (word.type === "changed") {
      const { record } = word;
      const before = records.get(record.threadId);
      if (before) {
        // One of another storage under the same id is none of ours.
        if (before.createdAt === record.createdAt) put(record);
      } else readAgain();
      return;
    }
    const { threadId, createdAt } = word;
    if (records.get(threadId)?.createdAt !== createdAt) return;
    const isWritten = seats.has(threadId);
    drop(threadId);
    // What was written here before the word has come would stay.
    if (isWritten) storage.delete(threadId).catch(() => {});
  }

  return {
    load,
    all: () => [...records.values()],
    get: (threadId) => records.get(threadId),
    async change(threadId, change) {
      const at = change.updatedAt ?? Date.now();
      const record: ThreadRecord = {
        version: STORAGE_VERSION,
        threadId,
        createdAt: at,
        updatedAt: at,
        ...records.get(threadId),
        ...change,
      };
      put(record);
      await storage.saveRecord(record);
      // Whoever does not know it yet finds it in the storage.
      if (records.get(threadId) === record) say({ type: "changed", record });
    },
    async remove(threadId) {
      const before = records.get(threadId);
      drop(threadId);
      await storage.delete(threadId);
      if (before) say({ type: "removed", threadId, createdAt: before.createdAt });
    },
    enter(threadId) {
      const seat = { isRemoved: false };
      const taken = seats.get(threadId) ?? new Set();
      seats.set(threadId, taken.add(seat));
      return {
        isRemoved: () => seat.isRemoved,
        leave() {
          taken.delete(seat);
          if (taken.size === 0 && seats.get(threadId) === taken) seats.delete(threadId);
        },
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Connects the pages of this browser, where the platform can; returns what tells the others. */
function joinPages(hear: (word: Word) => void): (word: Word) => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel("agui-kit:threads");
  // In Node, it would keep the process.
  (channel as { unref?: () => void }).unref?.();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isRecord(data)) hear(data as unknown as Word);
  };
  return (word) => channel.postMessage(word);
}

/** What a thread is called until somebody names it: what the person has said first, on one line. */
export function titleOf({ messages }: Snapshot): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  const { content } = first ?? {};
  const text = Array.isArray(content)
    ? content.map((part) => (part.type === "text" ? part.text : "")).join(" ")
    : content;
  if (typeof text !== "string") return undefined;
  const line = text.trim().replace(/\s+/g, " ");
  const letters = [...line];
  return letters.length > 80 ? `${letters.slice(0, 79).join("")}…` : line || undefined;
}
