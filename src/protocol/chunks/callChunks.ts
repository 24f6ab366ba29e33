import type { UnknownRecord } from "../isRecord.ts";
import { isJson } from "../parseJson.ts";
import { UNNAMED_TOOL } from "../validation/lenientChecks.ts";

/** A call whose chunks arrive. */
export interface ChunkedCall {
  /** False when the chunks have no id. */
  readonly isIdentified: boolean;
  /** Fields of the first chunk, which later chunks must repeat and a reopened stream starts with. */
  readonly opener: UnknownRecord;
  /** The deltas of the arguments so far. */
  readonly deltas: readonly string[];
  /** Fields of a chunk that named the tool again after complete arguments. */
  readonly nextOpener?: UnknownRecord;
}

/** True when the arguments of a call so far are a complete object or list, or `null`. */
export function hasCompleteArguments({ deltas }: Pick<ChunkedCall, "deltas">): boolean {
  // Few deltas end such a value, so few texts are parsed.
  return /(?:[}\]]|null)\s*$/.test(deltas.at(-1) ?? "") && isJson(deltas.join(""));
}

/**
 * True for a chunk that begins another call than the one before it. Some servers send parallel calls without an id,
 * also of one tool; others repeat the name of the tool in every chunk of a call.
 */
export function beginsCall(call: ChunkedCall, { toolCallName, delta }: UnknownRecord): boolean {
  const { isIdentified, nextOpener } = call;
  const { toolCallName: openName } = call.opener;
  if (toolCallName && openName && toolCallName !== openName && openName !== UNNAMED_TOOL)
    return !isIdentified || hasCompleteArguments(call);
  const isNamed = toolCallName !== undefined || nextOpener;
  // The event check accepts only text as delta.
  return !!isNamed && /^\s*\{/.test(delta as string) && hasCompleteArguments(call);
}

/** True for a chunk that names the tool of a call whose chunks have not named it so far. */
export function namesTool({ opener }: ChunkedCall, { toolCallName }: UnknownRecord): boolean {
  return opener.toolCallName === UNNAMED_TOOL && toolCallName !== undefined;
}

/**
 * Returns a call after a chunk that continues it. A chunk that names the tool again after complete arguments, without
 * arguments of its own, begins another call if arguments follow.
 */
export function expectNextCall<T extends ChunkedCall>(call: T, chunk: UnknownRecord): T {
  if (chunk.toolCallName === undefined || chunk.delta || !hasCompleteArguments(call)) return call;
  return { ...call, nextOpener: pick(chunk, ["toolCallName", "parentMessageId"]) };
}

/** Returns the id of a chunk. The empty id of a call identifies nothing. */
export function readChunkId(chunk: UnknownRecord, idField: string): string | undefined {
  // The event check accepts ids that are strings or absent.
  const id = chunk[idField] as string | undefined;
  return id === "" && idField === "toolCallId" ? undefined : id;
}

/** Returns the fields with these names that are present. */
export function pick(fields: UnknownRecord, keys: readonly string[]): UnknownRecord {
  return Object.fromEntries(
    keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]),
  );
}

/** Fields of a chunk that the protocol describes. The event log needs the others, so they are copied. */
const CHUNK_FIELDS: ReadonlySet<string> = new Set([
  ...["type", "timestamp", "rawEvent", "metadata", "subagentRunId", "delta", "messageId", "role"],
  ...["name", "toolCallId", "toolCallName", "parentMessageId"],
]);

/** Returns the fields of a chunk that the protocol does not describe. */
export function undescribedFields(chunk: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(chunk).filter(([key]) => !CHUNK_FIELDS.has(key)));
}
