import { AgentKitError } from "../../protocol/errors.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { Thread } from "../thread/thread.ts";
import type { ThreadOptions } from "../thread/threadOptions.ts";
import { visibleBranches } from "./branchIndex.ts";
import { branchPointsOf, positionsTo } from "./branchPath.ts";
import { createBranchTree } from "./branchTree.ts";
import { readAction } from "./entries.ts";
import { parseEntry } from "./parseEntry.ts";
import { replayLenient } from "./replayLenient.ts";
import { completeSnapshot, isValidSnapshot } from "./validateSnapshot.ts";

const FORMAT = "agui-kit/thread";
/** Of what is written; what an older version has written is read. */
const VERSION = 1;

/** What `createThread` goes on from. */
export interface ParsedThread extends Required<Pick<ThreadOptions, "snapshot" | "history">> {
  readonly threadId: string;
}

/**
 * Writes a thread as JSON, with all of its branches: what its agent has sent and what was done here, as
 * AG-UI events. What the application forwards to the agent is left out, because it may be secret; the
 * `context` that it is told is in it.
 *
 * @example A conversation as a file
 * ```ts
 * const text = await serializeThread(thread);
 * const again = createThread({ agent, ...parseThread(text) });
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export async function serializeThread<TState>(thread: Thread<TState>): Promise<string> {
  const { threadId } = thread;
  const { base, events } = await thread.getHistory();
  return JSON.stringify({ format: FORMAT, version: VERSION, threadId, base, events });
}

/**
 * Reads what `serializeThread` has written, as the options that make the thread again.
 *
 * @throws AgentKitError `invalid-argument` for what is no such text, is damaged, or was written by a newer version
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function parseThread(text: string): ParsedThread {
  const { threadId, base, events } = readText(text);
  const begun = completeSnapshot(threadId, base);
  if (!isValidSnapshot(begun)) throw damaged("what the thread began with");
  return { threadId, ...restore(begun, events.map(readOrThrow)) };
}

function readOrThrow(value: unknown, at: number): Event {
  const entry = parseEntry(value, at);
  if (!entry) throw damaged(`entry ${at}`);
  return entry;
}

/**
 * Reads a log to its end.
 *
 * @throws AgentKitError `invalid-argument` when an entry does not fit those before it
 */
function restore(
  base: Snapshot,
  events: readonly Event[],
): Pick<ParsedThread, "snapshot" | "history"> {
  const turnings = branchPointsOf(events);
  const places = positionsTo(events, turnings, events.length);
  const path = places.map((at) => events[at] as Event);
  const { snapshot, skipped } = replayLenient(base, path);
  const [misfit] = skipped;
  // Where some could not be read before the thread was written, others may be about these.
  const wasWhole = !events.some((entry) => readAction(entry)?.name === "lost");
  if (misfit !== undefined && wasWhole) throw damaged(`entry ${places[misfit]}`);
  const branches = visibleBranches(createBranchTree(base, events, turnings));
  return { snapshot: { ...snapshot, branches }, history: { base, events } };
}

function damaged(what: string): AgentKitError {
  return new AgentKitError(
    "invalid-argument",
    `This stored thread is damaged: ${what} cannot be read. Pass what serializeThread() gave.`,
  );
}

interface Stored {
  readonly threadId: string;
  readonly base: Partial<Snapshot>;
  readonly events: readonly unknown[];
}

function readText(text: string): Stored {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AgentKitError("invalid-argument", "This is no stored thread: it is no JSON.", {
      cause,
    });
  }
  if (!isRecord(value) || value.format !== FORMAT) {
    throw new AgentKitError(
      "invalid-argument",
      "This is no stored thread. Pass what serializeThread() gave.",
    );
  }
  if (typeof value.version !== "number" || value.version > VERSION) {
    throw new AgentKitError(
      "invalid-argument",
      `This thread was stored by a newer version of agui-kit (format ${value.version}, known are ` +
        `those up to ${VERSION}). Update the package to read it.`,
    );
  }
  const { threadId, base, events } = value;
  if (typeof threadId !== "string" || !isRecord(base) || !Array.isArray(events)) {
    throw new AgentKitError("invalid-argument", "This stored thread is incomplete.");
  }
  return { threadId, base, events };
}
