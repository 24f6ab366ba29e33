import type { Snapshot } from "../../reducer/snapshot.ts";
import { STORAGE_VERSION, type ThreadRecord, type ThreadStorage } from "./types.ts";

/** What may be changed of a record. */
export type RecordChange = Partial<Omit<ThreadRecord, "version" | "threadId">>;

/** The records of a storage as this page knows them. */
export interface Records {
  /** Resolves when they have been read. */
  readonly loaded: Promise<void>;
  all(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /** Changes a record, or makes it, and writes it. */
  change(threadId: string, change: RecordChange): Promise<void>;
  remove(threadId: string): Promise<void>;
  /** Takes over what another page has written. */
  refresh(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const known = new WeakMap<ThreadStorage, Records>();

/** The records of a storage, the same for all who ask. */
export function recordsOf(storage: ThreadStorage): Records {
  const found = known.get(storage);
  if (found) return found;
  const made = createRecords(storage);
  known.set(storage, made);
  return made;
}

/** The latest first. */
const byAge = (a: ThreadRecord, b: ThreadRecord) => b.updatedAt - a.updatedAt;

function createRecords(storage: ThreadStorage): Records {
  let records: readonly ThreadRecord[] = [];
  const listeners = new Set<() => void>();
  function set(next: readonly ThreadRecord[]): void {
    records = [...next].sort(byAge);
    for (const listener of listeners) listener();
  }
  const others = (threadId: string) => records.filter((record) => record.threadId !== threadId);
  const refresh = async () => set(await storage.list());
  const loaded = refresh();
  // Whoever waits for it hears of it.
  loaded.catch(() => {});

  return {
    loaded,
    all: () => records,
    get: (threadId) => records.find((record) => record.threadId === threadId),
    async change(threadId, change) {
      const before = records.find((record) => record.threadId === threadId);
      const at = change.updatedAt ?? Date.now();
      const record: ThreadRecord = {
        version: STORAGE_VERSION,
        threadId,
        createdAt: at,
        updatedAt: at,
        ...before,
        ...change,
      };
      set([record, ...others(threadId)]);
      await storage.saveRecord(record);
    },
    async remove(threadId) {
      set(others(threadId));
      await storage.delete(threadId);
    },
    refresh,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
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
