import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import {
  STORAGE_VERSION,
  type StoredSnapshot,
  type StoredThread,
  type ThreadRecord,
} from "../threadStorage.ts";
import { invalidPositionError, newerVersionError, notSerializableError } from "./storageErrors.ts";

/** Chunk of a log: the position of its first entry, and the stored text. */
export type Chunk = readonly [at: number, text: unknown];

/** Stored values of a thread, which users and other scripts can change. */
interface RawThread {
  readonly record: unknown;
  readonly base: unknown;
  readonly latest: unknown;
  readonly chunks: readonly Chunk[];
}

/**
 * Serializes a value as JSON, also where the storage could keep objects. Stored threads read the same from every
 * storage, and share nothing with the caller.
 *
 * @throws AgentKitError `storage` for a value that JSON cannot express
 */
export function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw notSerializableError(cause);
  }
}

/**
 * Serializes a chunk.
 *
 * @throws AgentKitError `storage` for a value that JSON cannot express, or for an invalid position
 */
export function serializeChunk(at: number, entries: readonly Event[]): string {
  if (!isPosition(at)) throw invalidPositionError(at);
  return stringify(entries);
}

/** Time after which a draft without a thread is removed, in milliseconds: a week. */
const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Shortest interval between searches for drafts to remove, in milliseconds: a day. */
export const SWEEP_EVERY_MS = DRAFT_LIFETIME_MS / 7;

/** Serializes a draft, after the time of writing. */
export function serializeDraft(text: string): string {
  return `${Date.now()}:${text}`;
}

/** Parses a draft; returns `""` for a missing or unreadable one. */
export function parseDraft(stored: unknown): string {
  return typeof stored === "string" ? stored.slice(stored.indexOf(":") + 1) : "";
}

/** True for a draft that was written long ago. */
export function isStaleDraft(stored: unknown): boolean {
  const writtenAt = typeof stored === "string" ? Number.parseInt(stored, 10) : Number.NaN;
  // A draft without a time, or with one in the future, would stay forever.
  return !(Math.abs(Date.now() - writtenAt) <= DRAFT_LIFETIME_MS);
}

/** Parses a record; returns `undefined` for an unreadable one. */
export function parseRecord(text: unknown, threadId: string): ThreadRecord | undefined {
  const parsed = parse(text);
  if (!isRecord(parsed) || parsed.threadId !== threadId) return undefined;
  const { version, createdAt, updatedAt, agentId, title, readAt } = parsed;
  if (!isNumber(version) || !isNumber(createdAt) || !isNumber(updatedAt)) return undefined;
  return omitUndefined({
    version,
    threadId,
    agentId: typeof agentId === "string" ? agentId : undefined,
    title: typeof title === "string" ? title : undefined,
    hasCustomTitle: asFlag(parsed.hasCustomTitle),
    isArchived: asFlag(parsed.isArchived),
    createdAt,
    updatedAt,
    readAt: isNumber(readAt) ? readAt : undefined,
    isRunning: asFlag(parsed.isRunning),
    needsInput: asFlag(parsed.needsInput),
  });
}

/**
 * Checks the version of a stored thread, because a newer format may have another meaning.
 *
 * @throws AgentKitError `storage` when the record has a newer version
 */
export function assertSupportedVersion(recordText: unknown, threadId: string): void {
  const parsed = parse(recordText);
  if (isRecord(parsed) && isNumber(parsed.version) && parsed.version > STORAGE_VERSION) {
    throw newerVersionError(threadId, parsed.version);
  }
}

/**
 * Parses a stored thread; returns `undefined` when nothing is stored.
 *
 * @throws AgentKitError `storage` when the thread has a newer version
 */
export function parseStoredThread(threadId: string, raw: RawThread): StoredThread | undefined {
  const { record, base, latest, chunks } = raw;
  if (record == null && base == null && latest == null && chunks.length === 0) return undefined;
  assertSupportedVersion(record, threadId);
  const entries = joinChunks(chunks);
  return omitUndefined({
    record: parseRecord(record, threadId) ?? recordFromEntries(threadId, entries),
    base: readSnapshot(base)?.snapshot,
    latest: readSnapshot(latest),
    entries,
  });
}

/**
 * Joins the chunks of a log. A write removes the chunks that start after its position, so a later chunk is newer and replaces
 * the end of the one before. A log can be continued from the middle of a chunk without writing that chunk again.
 */
function joinChunks(chunks: readonly Chunk[]): (Event | null)[] {
  const entries: (Event | null)[] = [];
  for (const [at, text] of [...chunks].sort(([a], [b]) => a - b)) {
    if (entries.length > at) entries.length = at;
    const parsed = parse(text);
    // The length of an unreadable chunk follows from the next one; the last counts as one entry.
    const read = Array.isArray(parsed)
      ? parsed.map((entry) => (isEntry(entry) ? entry : null))
      : [null];
    while (entries.length < at) entries.push(null);
    for (const entry of read) entries.push(entry);
  }
  return entries;
}

/** True for a value with a type. Its other fields are validated when the entry is applied. */
function isEntry(value: unknown): value is Event {
  return isRecord(value) && typeof value.type === "string";
}

function readSnapshot(text: unknown): StoredSnapshot | undefined {
  const parsed = parse(text);
  if (!isStoredSnapshot(parsed)) return undefined;
  return { position: parsed.position, snapshot: parsed.snapshot };
}

/** True for a position and an object. The fields of the snapshot are validated when the thread is opened. */
function isStoredSnapshot(value: unknown): value is StoredSnapshot {
  return isRecord(value) && isPosition(value.position) && isRecord(value.snapshot);
}

/** Creates the record of a thread whose own is missing or unreadable: a thread that is not listed cannot be opened. */
export function substituteRecord(threadId: string, chunks: readonly Chunk[]): ThreadRecord {
  return recordFromEntries(threadId, joinChunks(chunks));
}

/** Creates a record from the timestamps of the entries. */
function recordFromEntries(threadId: string, entries: readonly (Event | null)[]): ThreadRecord {
  const times = entries.map((entry) => entry?.timestamp).filter(isNumber);
  const [createdAt = 0] = times;
  return { version: STORAGE_VERSION, threadId, createdAt, updatedAt: times.at(-1) ?? createdAt };
}

function parse(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isPosition(value: unknown): value is number {
  return isNumber(value) && Number.isSafeInteger(value) && value >= 0;
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
