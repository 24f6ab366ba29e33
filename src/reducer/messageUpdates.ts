import type { Message, ToolMessage } from "../protocol/events.ts";
import { INITIAL_RUN } from "./createSnapshot.ts";
import { insertToolResult } from "./events/toolResults.ts";
import { findAbandonedInterrupts } from "./interrupts/abandonedInterrupts.ts";
import { moveWrittenStates } from "./recordWrittenState.ts";
import { withUniqueIds } from "./serverIds.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";
import { describeToolCalls } from "./toolCallStatus.ts";
import { updateSnapshot } from "./updateSnapshot.ts";

/** Appends messages of the user or the application. */
export function appendMessages(snapshot: Snapshot, messages: readonly Message[]): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    for (const message of messages) draft.insertMessage(message);
    draft.setField(
      "toolCalls",
      describeToolCalls(draft.snapshot.messages, draft.snapshot.toolCalls),
    );
  });
}

/** Inserts results that the application or the user gave to tool calls. */
export function answerCalls(
  snapshot: Snapshot,
  answers: readonly ToolMessage[],
  at?: number,
): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    draft.arrivedAt = at;
    for (const answer of answers) insertToolResult(draft, answer);
  });
}

/** Replaces the messages and keeps the run. */
export function replaceMessages(snapshot: Snapshot, messages: readonly Message[]): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    draft.setField("messages", messages);
    draft.setField("toolCalls", describeToolCalls(messages, draft.snapshot.toolCalls));
    moveWrittenStates(draft, snapshot.messages);
  });
}

/**
 * Replaces the messages by another conversation. Resets the last run, its error and its issues, which
 * belong to the previous conversation; open interrupts stay unless the new conversation is empty.
 */
export function replaceConversation(snapshot: Snapshot, messages: readonly Message[]): Snapshot {
  const interrupts = messages.length > 0 ? snapshot.interrupts : [];
  const answeredInterrupts = messages.length > 0 ? snapshot.answeredInterrupts : [];
  const replaced = replaceMessages(snapshot, withUniqueIds(messages));
  const remaining = withoutDroppedCalls(replaced);
  const isWaiting = interrupts.length + remaining.pendingToolCallIds.length > 0;
  const run = isWaiting ? remaining : INITIAL_RUN;
  const abandonedInterrupts = findAbandonedInterrupts(snapshot, interrupts);
  const ids = new Set(replaced.messages.map(({ id }) => id));
  const writtenStates = snapshot.writtenStates.filter(({ afterMessageId = "" }) =>
    ids.has(afterMessageId),
  );
  return {
    ...replaced,
    ...{ run, interrupts, answeredInterrupts, writtenStates, issues: [], steps: [] },
    tracking: { ...replaced.tracking, abandonedInterrupts },
  };
}

/** Returns the run without pending calls that are no longer in any message. */
function withoutDroppedCalls({ run, toolCalls }: Snapshot): RunInfo {
  const pendingToolCallIds = run.pendingToolCallIds.filter((id) => Object.hasOwn(toolCalls, id));
  return { ...run, pendingToolCallIds };
}
