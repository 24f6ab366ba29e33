import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import {
  STORAGE_VERSION,
  type StoredSnapshot,
  type StoredThread,
  type ThreadRecord,
} from "../threadStorage.ts";
import { invalidPositionError, newerVersionError, notSerializableError } from "./storageErrors.ts";

/** A piece of a log: the position of its first entry, and the entries as they were found. */
export type Chunk = readonly [at: number, text: unknown];

/** What was found of a thread. Anything may lie there: people and other programs reach it as well. */
export interface RawThread {
  readonly record: unknown;
  readonly base: unknown;
  readonly latest: unknown;
  readonly chunks: readonly Chunk[];
}

/**
 * A value as it is stored: as JSON, whatever the place could hold. So a stored thread reads the same from
 * each, and shares nothing with what was passed in.
 *
 * @throws AgentKitError `storage` for what is no JSON
 */
export function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw notSerializableError(cause);
  }
}

/**
 * A chunk as it is stored.
 *
 * @throws AgentKitError `storage` for what is no JSON, or no position
 */
export function serializeChunk(at: number, entries: readonly Event[]): string {
  if (!isPosition(at)) throw invalidPositionError(at);
  return stringify(entries);
}

/** How long a draft stays of which there is no thread, in milliseconds: a week. */
const DRAFT_STAYS_MS = 7 * 24 * 60 * 60 * 1000;

/** How often a storage looks for such drafts at most, in milliseconds: once a day, and when it is made. */
export const SWEEP_EVERY_MS = DRAFT_STAYS_MS / 7;

/** A draft as it is stored: behind the time when it was written. */
export function serializeDraft(text: string): string {
  return `${Date.now()}:${text}`;
}

/** What was written; `""` when nothing was, or it cannot be read. */
export function parseDraft(stored: unknown): string {
  return typeof stored === "string" ? stored.slice(stored.indexOf(":") + 1) : "";
}

/** Whether nobody is likely to come back to a draft of which there is no thread. */
export function isStaleDraft(stored: unknown): boolean {
  const writtenAt = typeof stored === "string" ? Number.parseInt(stored, 10) : Number.NaN;
  // What has no time, or one to come, would stay for ever.
  return !(Math.abs(Date.now() - writtenAt) <= DRAFT_STAYS_MS);
}

/** What lists show of a thread; `undefined` when it cannot be read. */
export function parseRecord(text: unknown, threadId: string): ThreadRecord | undefined {
  const found = parse(text);
  if (!isRecord(found) || found.threadId !== threadId) return undefined;
  const { version, createdAt, updatedAt, agentId, title, readAt } = found;
  if (!isNumber(version) || !isNumber(createdAt) || !isNumber(updatedAt)) return undefined;
  return omitUndefined({
    version,
    threadId,
    agentId: typeof agentId === "string" ? agentId : undefined,
    title: typeof title === "string" ? title : undefined,
    hasCustomTitle: asFlag(found.hasCustomTitle),
    isArchived: asFlag(found.isArchived),
    createdAt,
    updatedAt,
    readAt: isNumber(readAt) ? readAt : undefined,
    isRunning: asFlag(found.isRunning),
    needsInput: asFlag(found.needsInput),
  });
}

/**
 * Sees to it that what a newer version has written is left alone: it may mean what this one cannot know.
 *
 * @throws AgentKitError `storage` when the record is of a newer version
 */
export function assertSupportedVersion(recordText: unknown, threadId: string): void {
  const found = parse(recordText);
  if (isRecord(found) && isNumber(found.version) && found.version > STORAGE_VERSION) {
    throw newerVersionError(threadId, found.version);
  }
}

/**
 * A thread out of what was found of it; `undefined` when that is nothing.
 *
 * @throws AgentKitError `storage` when it is of a newer version
 */
export function parseStoredThread(threadId: string, found: RawThread): StoredThread | undefined {
  const { record, base, latest, chunks } = found;
  if (record == null && base == null && latest == null && chunks.length === 0) return undefined;
  assertSupportedVersion(record, threadId);
  const entries = joinChunks(chunks);
  return omitUndefined({
    record: parseRecord(record, threadId) ?? replacement(threadId, entries),
    base: readSnapshot(base)?.snapshot,
    latest: readSnapshot(latest),
    entries,
  });
}

/**
 * Of two chunks the one that begins later was written later, since writing one removes those that begin
 * behind it. So where they overlap, it replaces the end of the one before: nothing has to be rewritten
 * when a log is continued from the middle of a chunk.
 */
function joinChunks(chunks: readonly Chunk[]): (Event | null)[] {
  const entries: (Event | null)[] = [];
  for (const [at, text] of [...chunks].sort(([a], [b]) => a - b)) {
    if (entries.length > at) entries.length = at;
    const found = parse(text);
    // How many an unreadable chunk held is known from where the next begins; the last counts as one.
    const read = Array.isArray(found) ? found.map(readEntry) : [null];
    while (entries.length < at) entries.push(null);
    for (const entry of read) entries.push(entry);
  }
  return entries;
}

function readEntry(value: unknown): Event | null {
  // Nothing but events has been written here; whoever replays them looks closer.
  return isRecord(value) && typeof value.type === "string" ? (value as unknown as Event) : null;
}

function readSnapshot(text: unknown): StoredSnapshot | undefined {
  const found = parse(text);
  if (!isRecord(found) || !isPosition(found.position) || !isRecord(found.snapshot))
    return undefined;
  // What was written there was a snapshot; whoever opens it looks whether it still is one.
  return { position: found.position, snapshot: found.snapshot as unknown as Snapshot };
}

/** What lists show of a thread of which only this was found: what cannot be listed cannot be reached. */
export function substituteRecord(threadId: string, chunks: readonly Chunk[]): ThreadRecord {
  return replacement(threadId, joinChunks(chunks));
}

/** Stands in for a record that is missing or cannot be read, so that the rest is not lost with it. */
function replacement(threadId: string, entries: readonly (Event | null)[]): ThreadRecord {
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
