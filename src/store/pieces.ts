import type { Event } from "../protocol/events.ts";
import type { Ledger, LedgerEntries } from "../reducer/ledger.ts";
import { getOwn } from "../reducer/records.ts";

type Delta = Extract<
  Event,
  { type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT" | "TOOL_CALL_ARGS" }
>;

/** A delta has these and no more when it says nothing but its text and its time. */
const PLAIN: ReadonlySet<string> = new Set([
  "type",
  "timestamp",
  "messageId",
  "toolCallId",
  "delta",
]);

/**
 * Whether an event adds a piece to something that is there: none of them matters by itself, and there are many. One
 * that comes at the wrong time is none, since each of these is reported.
 */
export function isPiece(event: Event, { phase, text, reasoning, toolCalls }: Ledger): boolean {
  const isOpen = (entries: LedgerEntries, id: string) => getOwn(entries, id)?.isOpen === true;
  if (phase !== "active") return false;
  switch (event.type) {
    case "TEXT_MESSAGE_CONTENT":
      return isOpen(text, event.messageId);
    case "REASONING_MESSAGE_CONTENT":
      return isOpen(reasoning, event.messageId);
    case "TOOL_CALL_ARGS":
      return isOpen(toolCalls, event.toolCallId);
    default:
      return event.type === "STATE_DELTA" || event.type === "ACTIVITY_DELTA";
  }
}

/**
 * Adds a piece to those that nobody has looked at yet: one that goes on with the last becomes one with it.
 *
 * @param at - When it has come, where it does not say that.
 */
export function addPiece(pieces: Event[], piece: Event, at: number): void {
  const last = pieces.at(-1);
  if (last && isPlain(piece) && isPlain(last) && isOneStream(piece, last)) {
    // It was copied when it was put there.
    last.delta += piece.delta;
  } else pieces.push({ ...piece, timestamp: piece.timestamp ?? at });
}

function isPlain(event: Event): event is Delta {
  if (!("delta" in event) || typeof event.delta !== "string") return false;
  for (const field in event) if (!PLAIN.has(field)) return false;
  return true;
}

function isOneStream(some: Delta, other: Delta): boolean {
  if (some.type === "TOOL_CALL_ARGS")
    return other.type === some.type && other.toolCallId === some.toolCallId;
  return (
    other.type !== "TOOL_CALL_ARGS" &&
    other.type === some.type &&
    other.messageId === some.messageId
  );
}
