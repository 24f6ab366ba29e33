import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { isJson } from "../../../protocol/parseJson.ts";
import { findToolCall } from "../../findToolCall.ts";
import type { StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { createStreamEntry } from "../createStreamEntry.ts";
import { findContinuedCall, resolveCall } from "../identity/callIds.ts";
import { replayedId } from "../identity/idsOfRuns.ts";
import { markCallStarted } from "../messagesSnapshot/statedCalls.ts";
import { joinStatedArguments } from "./repeatedArguments.ts";

/*
 * A client that joins a run in its middle receives arguments and ends of calls whose starts it has not seen. Such an event
 * belongs to a call that the thread has loaded, or that a messages snapshot has stated.
 *
 * | events | arguments of `c1` |
 * | --- | --- |
 * | loaded call `c1` with `{"q":`, ARGS `c1` `1}` | `{"q":1}`: the call is opened again |
 * | loaded call `c1` with `{"q":1}`, ARGS `c1` `!` | `{"q":1}`: complete arguments stay |
 * | loaded call `c1` with `{"q":1}`, END `c1` | `{"q":1}`: the call is now one of the run, and may be answered |
 */

/** Opens the call to which arguments without a start belong, if there is one. */
export function joinCall(draft: SnapshotDraft, key: string, delta: string): void {
  const entry = draft.findEntry("toolCalls", key);
  const isComplete = areArgumentsComplete(draft, key);
  if (entry?.isSnapshotOnly && !isComplete) openStatedCall(draft, { key, entry, delta });
  // A replay replaces the arguments of its run.
  if (entry || replayedId(draft, "toolCalls", key) !== undefined) return;
  // Arguments without a start continue a loaded call, as text does.
  draft.markRebuilt("toolCalls", resolveCall(draft, key));
  const id = isComplete ? undefined : findContinuedCall(draft, key);
  if (id !== undefined)
    openStatedCall(draft, { key, entry: createStreamEntry(id, false, undefined), delta });
}

interface StatedCall {
  readonly key: string;
  readonly entry: StreamEntry;
  /** The first arguments without a start. */
  readonly delta: string;
}

/** Opens a call whose arguments so far were stated by a snapshot, or loaded. */
function openStatedCall(draft: SnapshotDraft, { key, entry, delta }: StatedCall): void {
  const { isSnapshotOnly: _, ...opened } = entry;
  const { id } = entry;
  const stated = findToolCall(draft.snapshot, id)?.toolCall.function.arguments ?? "";
  draft.markRebuilt("toolCalls", id);
  markCallStarted(draft, id);
  const repetition = joinStatedArguments(stated, delta);
  draft.putTracking("toolCalls", key, { ...opened, isOpen: true, repetition });
  const { runId } = draft.snapshot.run;
  if (draft.callInfo(id)?.resultMessageId === undefined)
    draft.editCallInfo(id, omitUndefined({ runId, status: "streaming" as const }));
}

export function areArgumentsComplete(draft: SnapshotDraft, key: string): boolean {
  const located = findToolCall(draft.snapshot, resolveCall(draft, key));
  return located !== undefined && isJson(located.toolCall.function.arguments);
}

/** Ends a loaded call of which the run sends only the end: the call is part of the run. */
export function endContinuedCall(draft: SnapshotDraft, key: string): void {
  const isReplayed = replayedId(draft, "toolCalls", key) !== undefined;
  const id = isReplayed ? undefined : findContinuedCall(draft, key);
  if (id === undefined) return;
  draft.putTracking("toolCalls", key, createStreamEntry(id, false, undefined));
  draft.editCallInfo(id, omitUndefined({ runId: draft.snapshot.run.runId }));
}
