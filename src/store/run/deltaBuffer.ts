import type { Event } from "../../protocol/events.ts";
import type { OpenStream, RunTracking } from "../../reducer/runTracking.ts";
import { getOwn } from "../../reducer/safeRecord.ts";

/**
 * Whether an event adds a piece to something that is there: none of them matters by itself, and there are many. One
 * that comes at the wrong time is none, since each of these is reported.
 */
export function isBufferable(event: Event, ledger: RunTracking): boolean {
  return streamOf(event, ledger)?.isOpen ?? event.type.endsWith("_DELTA");
}

/** What is known of the stream that an event adds a text to. */
function streamOf(
  event: Event,
  { text, reasoning, toolCalls }: RunTracking,
): OpenStream | undefined {
  switch (event.type) {
    case "TEXT_MESSAGE_CONTENT":
      return getOwn(text, event.messageId);
    case "REASONING_MESSAGE_CONTENT":
      return getOwn(reasoning, event.messageId);
    case "TOOL_CALL_ARGS":
      return getOwn(toolCalls, event.toolCallId);
    default:
      return undefined;
  }
}

/** Pieces that nobody has looked at yet, by the id of what they belong to: the texts of several arrive in turn. */
export type DeltaBuffer = Map<unknown, Event[]>;

/**
 * Adds a piece to those that nobody has looked at yet: a text that goes on with the last of its own becomes one
 * with it.
 *
 * @param at - When it has come, where it does not say that.
 */
export function bufferDelta(pieces: DeltaBuffer, piece: Event & Fields, at: number): void {
  const id = piece.toolCallId ?? piece.messageId;
  const own = pieces.get(id) ?? [];
  const last = own.at(-1);
  // It was copied when it was put there, and what goes on with it is of its type.
  if (last && goesOn(last, piece)) (last as Text).delta += piece.delta;
  else if (own.push(stamped(piece, at)) === 1) pieces.set(id, own);
}

/** A copy with the time at which it has come, where it carries none. */
export function stamped(event: Event, at: number): Event {
  // Copying into an object that has the field takes engines a sixth of the time of adding it to a copy.
  const copy = { timestamp: at, ...event };
  copy.timestamp ??= at;
  return copy;
}

type Fields = Readonly<Record<string, unknown>>;
type Text = Event & { delta: string };

/** Whether the second says more of a text than the first, and nothing else that is new. */
function goesOn(last: Fields, next: Event & Fields): next is Text {
  for (const field in next) {
    if (field !== "delta" && field !== "timestamp" && next[field] !== last[field]) return false;
  }
  return typeof next.delta === "string";
}
