import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { STORAGE_VERSION, type ThreadRecord } from "./threadStorage.ts";

/** Latest time that a `Date` has, in milliseconds since the epoch; formatting a later one throws. */
const MAX_TIME = 8_640_000_000_000_000;

/** Types of the optional fields. */
const OPTIONAL_FIELDS: Readonly<Record<string, string>> = {
  title: "string",
  agentId: "string",
  readAt: "number",
  hasCustomTitle: "boolean",
  isArchived: "boolean",
  isRunning: "boolean",
  needsInput: "boolean",
};

/**
 * Returns the record of a storage with fields that a list can show, or `undefined` for a value without a thread id. The
 * storage of an application may read them from a server, where a title is `null` and a time is a text.
 */
export function normalizeRecord(value: unknown): ThreadRecord | undefined {
  if (!isRecord(value) || typeof value.threadId !== "string") return undefined;
  const createdAt = readTime(value.createdAt) ?? readTime(value.updatedAt) ?? 0;
  // Fields of newer versions stay, because the record is written back.
  const others: object = withoutFaults({ ...value, readAt: readTime(value.readAt) });
  return {
    ...others,
    version: typeof value.version === "number" ? value.version : STORAGE_VERSION,
    threadId: value.threadId,
    createdAt,
    updatedAt: readTime(value.updatedAt) ?? createdAt,
  };
}

/** Returns the record without optional fields of another type, such as a title that is `null`. */
function withoutFaults(record: UnknownRecord): UnknownRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([key, field]) => {
      const { [key]: type = typeof field } = OPTIONAL_FIELDS;
      return typeof field === type;
    }),
  );
}

/** Reads milliseconds since the epoch, a `Date`, or a text such as `2026-11-30T12:00:00Z`. */
function readTime(value: unknown): number | undefined {
  const time = typeof value === "string" || value instanceof Date ? Number(new Date(value)) : value;
  return typeof time === "number" && Math.abs(time) <= MAX_TIME ? time : undefined;
}
