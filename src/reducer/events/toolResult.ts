import type { ToolMessage } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { statusOfResult } from "../toolCallStatus.ts";

/** Marks the arguments of a call as complete: the call is pending until it is answered. */
export function completeArguments(draft: SnapshotDraft, toolCallId: string): void {
  if (draft.callInfo(toolCallId)?.status !== "streaming") return;
  draft.editCallInfo(toolCallId, { status: "pending" });
}

/** Returns the position after the message of the call and the results that follow it. */
function resultPosition(draft: SnapshotDraft, messageId: string | undefined): number {
  const { messages } = draft.now;
  const holder = messageId === undefined ? -1 : draft.find(messageId);
  if (holder === -1) return messages.length;
  let position = holder + 1;
  while (messages[position]?.role === "tool") position += 1;
  return position;
}

/** Inserts the result of a call that has none. */
export function insertToolResult(draft: SnapshotDraft, message: ToolMessage): void {
  const { id, toolCallId, error } = message;
  draft.insert(message, resultPosition(draft, draft.callInfo(toolCallId)?.messageId));
  const status = statusOfResult(message);
  draft.editCallInfo(
    toolCallId,
    omitUndefined({ resultMessageId: id, endedAt: draft.at, status, error }),
  );
  const { run } = draft.now;
  if (run.pendingToolCallIds.includes(toolCallId)) {
    const pendingToolCallIds = run.pendingToolCallIds.filter((other) => other !== toolCallId);
    draft.set("run", { ...run, pendingToolCallIds });
  }
}
