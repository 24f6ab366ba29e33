import type { ToolCall } from "../../../protocol/events.ts";
import { isJson, isJsonObject } from "../../../protocol/parseJson.ts";
import { recordAppend, recordReplace } from "../../argumentDeltas.ts";
import { findToolCall } from "../../findToolCall.ts";
import type { RepeatedArguments, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/*
 * A call may start again before its result, and a messages snapshot may state its arguments. `repetition` of its entry has
 * what is needed to decide at the end which arguments it has. Deltas after a second start either send the arguments
 * again or continue them:
 *
 * | events | arguments in the snapshot | `repetition` |
 * | --- | --- | --- |
 * | START, ARGS `{"a":1}` | `{"a":1}` | – |
 * | START | `{"a":1}` | `{ earlierTexts: ['{"a":1}'] }` |
 * | ARGS `{"a":` | `{"a":`, replaced | `{ earlierTexts: ['{"a":1}'], lastStartOffset: 0 }` |
 * | END | `{"a":1}`, the last complete ones | `{ earlierTexts: ['{"a":1}', '{"a":'] }` |
 *
 * | events | arguments in the snapshot | `repetition` |
 * | --- | --- | --- |
 * | START, ARGS `{"a":`, END | `{"a":` | – |
 * | START | `{"a":` | `{ earlierTexts: ['{"a":'], lastStartOffset: 5 }` |
 * | ARGS `1}` | `{"a":1}`, continued | the same |
 *
 * | events | arguments in the snapshot | `repetition` |
 * | --- | --- | --- |
 * | START, ARGS `{"a":` | `{"a":` | – |
 * | MESSAGES_SNAPSHOT | `{"a": 1}` | `{ earlierTexts: ['{"a": 1}'], textBefore: '{"a":' }` |
 * | ARGS `1}` | `{"a":1}` | `{ earlierTexts: ['{"a": 1}'], lastStartOffset: 5 }` |
 */

/**
 * Returns the repetition that begins when a call starts again. Its arguments replace those of a call that is open or
 * complete. Those of an ended call that is incomplete may be sent in deltas, so they are continued.
 */
export function beginRepetition(
  draft: SnapshotDraft,
  call: ToolCall,
  entry: StreamEntry | undefined,
): Pick<StreamEntry, "repetition"> {
  const text = call.function.arguments;
  // A replay replaces the arguments that were received before by itself.
  if (text === "" || draft.awaitsReplay("toolCalls", call.id)) return {};
  // An interrupted stream of chunks continues after a snapshot that states its arguments.
  if (!entry?.isOpen && entry?.repetition?.textBefore !== undefined)
    return { repetition: entry.repetition };
  // A snapshot has stated the arguments that the stream sends now.
  if (isSnapshotOnly(entry, call.id))
    return { repetition: { earlierTexts: [text], textBefore: "" } };
  const isUnstated = entry?.isOpen || isJson(text);
  const earlierTexts = entry?.repetition ? splitByStart(draft, entry.repetition, text) : [text];
  return {
    repetition: isUnstated ? { earlierTexts } : { earlierTexts, lastStartOffset: text.length },
  };
}

/**
 * Returns the repetition of a stated call whose arguments arrive without a start. A delta with the same beginning repeats
 * them, and any other delta continues them. The end of the call decides what is complete.
 */
export function joinStatedArguments(stated: string, delta: string): RepeatedArguments {
  const isRepeated = stated.startsWith(delta) || delta.startsWith(stated);
  return {
    earlierTexts: [stated],
    ...(isRepeated ? { textBefore: "" } : { lastStartOffset: stated.length }),
  };
}

/** True for a call that only messages snapshots have stated so far. */
export function isSnapshotOnly(entry: StreamEntry | undefined, id: string): boolean {
  if (!entry) return false;
  return entry.id === id ? entry.isSnapshotOnly === true : entry.snapshotOnlyIds?.[0] === id;
}

/** Returns the arguments after each start of a call, oldest first. */
function splitByStart(
  draft: SnapshotDraft,
  { earlierTexts, lastStartOffset }: RepeatedArguments,
  text: string,
): readonly string[] {
  return lastStartOffset === undefined
    ? earlierTexts
    : draft.appendItem(earlierTexts, text.slice(lastStartOffset));
}

/** Appends a delta to the arguments of a call. While a call is repeated, its first delta replaces the earlier arguments. */
export function appendDelta(
  draft: SnapshotDraft,
  key: string,
  { before, call, delta }: { readonly before: ToolCall; readonly call: ToolCall; delta: string },
): void {
  const entry = draft.findEntry("toolCalls", key);
  const { repetition } = entry ?? {};
  const isRebuilt = draft.beginRebuild("toolCalls", call.id);
  const isUnstated = entry?.isOpen && repetition && repetition.lastStartOffset === undefined;
  const textBefore = (isUnstated && repetition.textBefore) || "";
  if (isUnstated) {
    const { earlierTexts } = repetition;
    const begun = { earlierTexts, lastStartOffset: textBefore.length };
    draft.putTracking("toolCalls", key, { ...entry, repetition: begun });
  }
  if (isUnstated || isRebuilt) {
    call.function.arguments = isRebuilt ? delta : textBefore + delta;
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
  const { repetition } = entry;
  const isDeltaAwaited = repetition && repetition.lastStartOffset === undefined;
  const streamed = isDeltaAwaited ? repetition.textBefore : shown;
  const isContinued = streamed !== undefined && (stated.startsWith(streamed) || isJson(stated));
  if (!isContinued || streamed === stated || isJson(streamed)) return entry;
  return { ...entry, repetition: { earlierTexts: [stated], textBefore: streamed } };
}

/**
 * Decides at the end of a repeated call which arguments it has. They are those of the last start, all of them as deltas
 * of a text, or the last ones that are complete.
 */
export function decideRepeatedArguments(draft: SnapshotDraft, entry: StreamEntry): StreamEntry {
  const { repetition, ...endedEntry } = entry;
  const text = findToolCall(draft.snapshot, entry.id)?.toolCall.function.arguments;
  if (!repetition || text === undefined || isJson(text)) return endedEntry;
  const earlierTexts = splitByStart(draft, repetition, text);
  const complete = [earlierTexts.join(""), ...[...earlierTexts].reverse()].find(isJsonObject);
  const call = complete === undefined ? undefined : draft.ownToolCall(entry.id);
  if (call && complete !== undefined) {
    call.function.arguments = complete;
    recordReplace(call);
  }
  // Deltas may follow that complete the arguments.
  return { ...endedEntry, repetition: { earlierTexts } };
}
