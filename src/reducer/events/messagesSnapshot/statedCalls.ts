import type { ToolCall } from "../../../protocol/events.ts";
import { findToolCall } from "../../findToolCall.ts";
import { findCallPosition, removeFromCalls } from "../../indexes/callIndexes.ts";
import { CollectionIndex } from "../../indexes/collectionIndex.ts";
import { getOwn } from "../../ownProperty.ts";
import { hasCreatedId, serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";

/**
 * Ids of the calls that a snapshot has stated and that no stream has started, oldest first. A stream has the function in
 * common with its call, or only the tool where the snapshot states an empty id.
 */
const statedIds = new CollectionIndex<Readonly<Record<string, true>>, Set<string>>();

const functionKey = ({ function: { name, arguments: text } }: ToolCall) =>
  JSON.stringify([name, text]);

const toolKey = (name: string) => JSON.stringify([name]);

/** Returns the keys under which the index has a call. */
function keysOf(call: ToolCall): readonly string[] {
  const key = functionKey(call);
  return hasCreatedId(call) ? [key, toolKey(call.function.name)] : [key];
}

function addToIndex(index: Map<string, Set<string>>, call: ToolCall): void {
  for (const key of keysOf(call)) {
    const ids = index.get(key);
    if (ids) ids.add(call.id);
    else index.set(key, new Set([call.id]));
  }
}

/** Returns the ids of the calls under a key of the index, oldest first. */
function findStatedIds(draft: SnapshotDraft, key: string): Iterable<string> {
  const listStated = (ids: Readonly<Record<string, true>>) => {
    const index = new Map<string, Set<string>>();
    for (const id of Object.keys(ids)) {
      const call = findToolCall(draft.snapshot, id)?.toolCall;
      if (call) addToIndex(index, call);
    }
    return index;
  };
  return statedIds.of(draft.tracking.snapshotOnlyCalls, listStated).get(key) ?? [];
}

/** Records a call that only a snapshot has stated. */
export function recordStatedCall(draft: SnapshotDraft, call: ToolCall): void {
  draft.putTracking("snapshotOnlyCalls", call.id, true);
  const index = statedIds.existing(draft.tracking.snapshotOnlyCalls);
  if (index) addToIndex(index, call);
}

/** Returns the id of the oldest call of a tool that a snapshot states with an empty id and that has not started. */
export function claimUnnamedCall(draft: SnapshotDraft, toolName: string): string | undefined {
  for (const id of findStatedIds(draft, toolKey(toolName))) return id;
  return undefined;
}

/** Removes a call that starts from those that only snapshots have stated. Its function must be the one that was stated. */
export function markCallStarted(draft: SnapshotDraft, id: string): void {
  if (!getOwn(draft.tracking.snapshotOnlyCalls, id)) return;
  draft.putTracking("snapshotOnlyCalls", id, undefined);
  const index = statedIds.existing(draft.tracking.snapshotOnlyCalls);
  const call = findToolCall(draft.snapshot, id)?.toolCall;
  if (index && call) for (const key of keysOf(call)) index.get(key)?.delete(id);
}

/**
 * Removes a call that has been streamed when a snapshot has stated it before under another id: the same function, and
 * still without a result. Returns the id of the stated call then.
 */
export function mergeIntoStatedCall(draft: SnapshotDraft, id: string): string | undefined {
  const { statedEntries } = draft.tracking;
  const { toolCall, info } = findToolCall(draft.snapshot, id) ?? {};
  if (!toolCall || !info || !isUnanswered(info)) return undefined;
  if (getOwn(statedEntries.toolCalls, serverIdOf(toolCall))?.id === id) return undefined;
  const stated = findOtherUnanswered(draft, toolCall);
  if (stated === undefined) return undefined;
  markCallStarted(draft, stated);
  removeCall(draft, id, info.messageId);
  return stated;
}

/** Returns the id of the oldest stated call without a result that has the function of a call. */
function findOtherUnanswered(draft: SnapshotDraft, call: ToolCall): string | undefined {
  for (const id of findStatedIds(draft, functionKey(call))) {
    const info = draft.callInfo(id);
    if (id !== call.id && info && isUnanswered(info)) return id;
  }
  return undefined;
}

/** Removes a call, and its message if that has nothing else. */
function removeCall(draft: SnapshotDraft, id: string, messageId: string): void {
  const position = draft.findPosition(messageId);
  if (draft.snapshot.messages[position]?.role !== "assistant") return;
  const toolCalls = draft.ownToolCalls(position);
  removeFromCalls(toolCalls, findCallPosition(toolCalls, id));
  draft.putEntry("toolCalls", id, undefined);
  if (toolCalls.length > 0) return;
  const message = draft.ownMessage(position);
  if (message?.role === "assistant") delete message.toolCalls;
  if (!message?.content) draft.removeMessage(position);
}
