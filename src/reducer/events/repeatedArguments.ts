import type { ToolCall } from "../../protocol/events.ts";
import { recordAppend, recordReplace } from "../argumentDeltas.ts";
import type { OpenStream, RepeatedArguments } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** True for text that is complete JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the repetition that begins when a call starts again. A call that is open and incomplete continues: its
 * arguments are sent in parts.
 */
export function beginRepetition(
  draft: SnapshotDraft,
  call: ToolCall,
  entry: OpenStream | undefined,
): { readonly repeated?: RepeatedArguments } {
  const text = call.function.arguments;
  // A replay replaces the arguments that were received before by itself.
  if (text === "" || (draft.tracking.isReplay && !entry)) return {};
  if (entry?.isOpen && !isJson(text)) return entry.repeated ? { repeated: entry.repeated } : {};
  return { repeated: { text, isReplaced: false } };
}

/**
 * Appends to the arguments of a call. The first arguments of a repetition replace complete ones; the end of the call
 * decides whether incomplete ones continue.
 */
export function appendDelta(
  draft: SnapshotDraft,
  toolCallId: string,
  { before, call, delta }: { readonly before: ToolCall; readonly call: ToolCall; delta: string },
): void {
  const entry = draft.entry("toolCalls", toolCallId);
  const { repeated } = entry ?? {};
  const replaces =
    repeated &&
    !repeated.isReplaced &&
    call.function.arguments === repeated.text &&
    isJson(repeated.text);
  if (replaces && entry) {
    const next = { ...entry, repeated: { ...repeated, isReplaced: true } };
    draft.putTracking("toolCalls", toolCallId, next);
  }
  if (replaces || draft.restartsContent("toolCalls", call.id)) {
    call.function.arguments = delta;
    recordReplace(call);
  } else {
    call.function.arguments += delta;
    recordAppend(before, call, delta);
  }
}

/** Decides at the end of a repeated call which arguments it has: the last ones that are complete. */
export function settleRepetition(draft: SnapshotDraft, entry: OpenStream): OpenStream {
  const { repeated, ...settled } = entry;
  if (!repeated) return entry;
  const call = draft.ownToolCall(entry.id);
  const text = call?.function.arguments ?? "";
  if (!call || isJson(text)) return settled;
  const tail = text.slice(repeated.text.length);
  const candidates = repeated.isReplaced ? [repeated.text] : [tail, repeated.text];
  const complete = candidates.find(isJson);
  if (complete !== undefined) {
    call.function.arguments = complete;
    recordReplace(call);
  }
  return settled;
}
