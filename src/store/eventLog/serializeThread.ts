import { AgentKitError } from "../../protocol/errors.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../thread/thread.ts";
import type { ThreadOptions } from "../thread/threadOptions.ts";
import { applyValidEntries } from "./applyValidEntries.ts";
import { visibleBranches } from "./branchIndex.ts";
import { jumpsOf, positionsTo } from "./branchPath.ts";
import { isLocalEntry, readAction } from "./logEntries.ts";
import { createLogOutline } from "./logOutline.ts";
import { parseEntry } from "./parseEntry.ts";
import { parseEvents, threadIdInEvents } from "./parseEvents.ts";
import { completeSnapshot, isValidSnapshot } from "./validateSnapshot.ts";

const FORMAT = "agui-kit/thread";
/** Version of the format. Older versions can be parsed. */
const VERSION = 1;
/** Most levels that the format and a local action add around the values of an event. */
const WRAPPER_LEVELS = 16;

/** Options of `createThread` to continue a serialized thread. */
export interface ParsedThread extends Required<Pick<ThreadOptions, "snapshot" | "eventLog">> {
  /** Id of the serialized thread. */
  readonly threadId: string;
}

/**
 * Serializes a thread as JSON, with all of its branches: the events of its agent and the local actions, as
 * AG-UI events. Forwarded properties are left out, because they may be secret; `context` entries are included.
 * Waits until a stored thread is restored.
 *
 * @example A conversation as a file
 * ```ts
 * const text = await serializeThread(thread);
 * const copy = createThread({ agent, ...parseThread(text) });
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export async function serializeThread<TState>(thread: Thread<TState>): Promise<string> {
  const { threadId } = thread;
  const { base, events } = await thread.getEventLog();
  return JSON.stringify({ format: FORMAT, version: VERSION, threadId, base, events });
}

/**
 * Parses one of three JSON texts to options of `createThread`:
 *
 * - the text of `serializeThread`
 * - a list of events as the server of a thread has recorded them, older spellings included. There a `parentRunId` that names
 *   an ended run other than the last one begins a branch after that run.
 * - the log that `thread.getEventLog()` returns. Its `events` alone suffice for a thread that began empty.
 *
 * @throws AgentKitError `invalid-argument` for any other text, for a damaged one, and for one of a newer
 *   version
 * @example Restoring a file
 * ```ts
 * const thread = createThread({ agent, ...parseThread(await file.text()) });
 * ```
 * @example Events that a server has recorded
 * ```ts
 * const thread = createThread({ agent, ...parseThread(JSON.stringify(events)) });
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function parseThread(text: string): ParsedThread {
  const value = parseSerializedText(text);
  if (Array.isArray(value) && !value.some(isAction)) {
    const { threadId, base, events } = parseEvents(value);
    return { threadId, ...restore(base, events) };
  }
  const { threadId, base, events } = readStored(withFormat(value));
  const baseSnapshot = completeSnapshot(threadId, base);
  if (!isValidSnapshot(baseSnapshot)) throw damaged("its base snapshot");
  return { threadId, ...restore(baseSnapshot, events.map(readOrThrow)) };
}

/** True for a local action, which only the log of a thread has. */
function isAction(value: unknown): boolean {
  if (!isRecord(value) || value.type !== "CUSTOM") return false;
  return typeof value.name === "string" && isLocalEntry({ name: value.name });
}

/** Returns a log of `getEventLog`, or its events alone, in the form that `serializeThread` writes. */
function withFormat(value: unknown): unknown {
  const current = { format: FORMAT, version: VERSION };
  if (Array.isArray(value)) {
    return { ...current, threadId: threadIdInEvents(value) ?? randomId(), base: {}, events: value };
  }
  if (!isRecord(value) || value.format !== undefined || !isRecord(value.base)) return value;
  return { ...current, threadId: value.base.threadId, ...value };
}

function readOrThrow(value: unknown, position: number): Event {
  const entry = parseEntry(value, position);
  if (!entry) throw damaged(`entry ${position}`);
  return entry;
}

/**
 * Applies a log to its end.
 *
 * @throws AgentKitError `invalid-argument` when an entry does not apply to the entries before it
 */
function restore(
  base: Snapshot,
  events: readonly Event[],
): Pick<ParsedThread, "snapshot" | "eventLog"> {
  const jumps = jumpsOf(events);
  const positions = positionsTo(events, jumps, events.length);
  // The positions are those of entries.
  const path = positions.map((position) => events[position] as Event);
  const { snapshot, skipped } = applyValidEntries(base, path);
  const [firstSkipped] = skipped;
  // Entries that refer to an entry that was unreadable before serialization may be skipped.
  const wasComplete = !events.some((entry) => readAction(entry)?.name === "unreadable");
  if (firstSkipped !== undefined && wasComplete) throw damaged(`entry ${positions[firstSkipped]}`);
  const branches = visibleBranches(createLogOutline(base, events, jumps));
  return { snapshot: { ...snapshot, branches }, eventLog: { base, events } };
}

function damaged(what: string): AgentKitError {
  return new AgentKitError(
    "invalid-argument",
    `The serialized thread is damaged: ${what} cannot be read. Pass the text that \`serializeThread\` has returned, or ` +
      "the whole log of `getEventLog()`, because its events alone lack the messages that the thread began with.",
  );
}

interface Stored {
  readonly threadId: string;
  readonly base: Partial<Snapshot>;
  readonly events: readonly unknown[];
}

function parseSerializedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AgentKitError(
      "invalid-argument",
      "The text is no serialized thread, because it is not JSON. Pass the text that `serializeThread` has returned.",
      {
        cause,
      },
    );
  }
}

function readStored(value: unknown): Stored {
  if (!isRecord(value) || value.format !== FORMAT) {
    throw new AgentKitError(
      "invalid-argument",
      "The text is no serialized thread. Pass the text that `serializeThread` has returned.",
    );
  }
  if (typeof value.version !== "number" || value.version > VERSION) {
    throw new AgentKitError(
      "invalid-argument",
      `The thread was serialized by a newer version of agui-kit (format ${value.version}; this version reads ` +
        `formats up to ${VERSION}). Update the package.`,
    );
  }
  if (isTooDeep(value, MAX_JSON_DEPTH + WRAPPER_LEVELS)) throw damaged("a value nested too deeply");
  const { threadId, base, events } = value;
  if (typeof threadId !== "string" || !isRecord(base) || !Array.isArray(events)) {
    throw new AgentKitError(
      "invalid-argument",
      "The serialized thread is incomplete. Pass the text that `serializeThread` has returned.",
    );
  }
  return { threadId, base, events };
}
