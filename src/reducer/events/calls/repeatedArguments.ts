import type { ToolCall } from "../../../protocol/events.ts";
import { isJson, isJsonObject } from "../../../protocol/parseJson.ts";
import { recordAppend, recordReplace } from "../../argumentDeltas.ts";
import { findToolCall } from "../../findToolCall.ts";
import type { RepeatedArguments, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/**
 * Returns the repetition that begins when a call starts again. Its arguments replace those of a call that is open or
 * complete. Those of an ended call that is incomplete may be sent in deltas, so they are continued.
 */
export function beginRepetition(
  draft: SnapshotDraft,
  call: ToolCall,
  entry: StreamEntry | undefined,
): { readonly repeated?: RepeatedArguments } {
  const text = call.function.arguments;
  // A replay replaces the arguments that were received before by itself.
  if (text === "" || draft.awaitsReplay("toolCalls", call.id)) return {};
  // A snapshot has stated the arguments that the stream sends now.
  if (isSnapshotOnly(entry, call.id)) return { repeated: { earlier: [text], sent: "" } };
  const replaces = entry?.isOpen || isJson(text);
  const earlier = entry?.repeated ? partsOf(draft, entry.repeated, text) : [text];
  return { repeated: replaces ? { earlier } : { earlier, start: text.length } };
}

/**
 * Returns the repetition of a stated call whose arguments arrive without a start. A delta with the same beginning repeats
 * them, and any other delta continues them. The end of the call decides what is complete.
 */
export function joinStatedArguments(stated: string, delta: string): RepeatedArguments {
  const repeats = stated.startsWith(delta) || delta.startsWith(stated);
  return { earlier: [stated], ...(repeats ? { sent: "" } : { start: stated.length }) };
}

/** True for a call that only messages snapshots have stated so far. */
export function isSnapshotOnly(entry: StreamEntry | undefined, id: string): boolean {
  if (!entry) return false;
  return entry.id === id ? entry.isSnapshotOnly === true : entry.snapshotOnlyIds?.[0] === id;
}

/** Returns the arguments after each start of a call, oldest first. */
function partsOf(
  draft: SnapshotDraft,
  { earlier, start }: RepeatedArguments,
  text: string,
): readonly string[] {
  return start === undefined ? earlier : draft.append(earlier, text.slice(start));
}

/** Appends a delta to the arguments of a call. While a call is repeated, its first delta replaces the earlier arguments. */
export function appendDelta(
  draft: SnapshotDraft,
  key: string,
  { before, call, delta }: { readonly before: ToolCall; readonly call: ToolCall; delta: string },
): void {
  const entry = draft.entry("toolCalls", key);
  const { repeated } = entry ?? {};
  const restarts = draft.beginRebuild("toolCalls", call.id);
  const replaces = entry?.isOpen && repeated && repeated.start === undefined;
  const sent = (replaces && repeated.sent) || "";
  if (replaces) {
    const { earlier } = repeated;
    draft.putTracking("toolCalls", key, { ...entry, repeated: { earlier, start: sent.length } });
  }
  if (replaces || restarts) {
    call.function.arguments = restarts ? delta : sent + delta;
    recordReplace(call);
  } else {
    call.function.arguments += delta;
    recordAppend(before, call, delta);
  }
}

/**
 * Returns the entry of an open call after a snapshot that states other arguments. The stream continues from its own
 * position, and the end of the call decides which arguments are complete.
 */
export function withStatedArguments(
  entry: StreamEntry,
  shown: string,
  stated: string,
): StreamEntry {
  const { repeated } = entry;
  const awaits = repeated && repeated.start === undefined;
  const sent = awaits ? repeated.sent : shown;
  const continues = sent !== undefined && (stated.startsWith(sent) || isJson(stated));
  if (!continues || sent === stated || isJson(sent)) return entry;
  return { ...entry, repeated: { earlier: [stated], sent } };
}

/**
 * Decides at the end of a repeated call which arguments it has. They are those of the last start, all of them as deltas
 * of a text, or the last ones that are complete.
 */
export function decideRepeatedArguments(draft: SnapshotDraft, entry: StreamEntry): StreamEntry {
  const { repeated, ...endedEntry } = entry;
  const text = findToolCall(draft.snapshot, entry.id)?.toolCall.function.arguments;
  if (!repeated || text === undefined || isJson(text)) return endedEntry;
  const earlier = partsOf(draft, repeated, text);
  const complete = [earlier.join(""), ...[...earlier].reverse()].find(isJsonObject);
  const call = complete === undefined ? undefined : draft.ownToolCall(entry.id);
  if (call && complete !== undefined) {
    call.function.arguments = complete;
    recordReplace(call);
  }
  // Deltas may follow that complete the arguments.
  return { ...endedEntry, repeated: { earlier } };
}
