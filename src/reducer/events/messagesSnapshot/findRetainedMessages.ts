import type { Message, ToolMessage } from "../../../protocol/events.ts";
import { isStandIn } from "../../../protocol/standIns.ts";
import { callIdsOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isAnsweredByTab } from "../../toolCallStatus.ts";
import type { MessageMatches } from "./matchProgress.ts";

interface RetentionOptions extends MessageMatches {
  readonly stated: readonly Message[];
  /** Ids of calls that a stated message keeps, since they have been streamed after the snapshot was taken. */
  readonly newerCallIds: ReadonlySet<string>;
  /** True for a message that the run streams, or has streamed after everything that the snapshot states. */
  readonly isStreamed: (message: Message) => boolean;
  /** True for a message of this client that the snapshot may not have yet. */
  readonly isSent: (message: Message) => boolean;
  /** True for another message that stays although the snapshot omits it. */
  readonly isRetained: (message: Message) => boolean;
}

/** Returns the messages of the conversation that stay although the snapshot lacks them. */
export function findRetainedMessages(
  draft: SnapshotDraft,
  {
    stated,
    existingByIndex,
    snapshotIndexes,
    newerCallIds,
    isStreamed,
    isSent,
    isRetained,
  }: RetentionOptions,
): readonly Message[] {
  const { messages } = draft.snapshot;
  const lastMatched = existingByIndex.findLastIndex((message) => message !== undefined);
  // A user message that the snapshot adds at its end is the sent message with another text.
  const hasNewUserMessage = stated.some(
    ({ role }, index) => index > lastMatched && role === "user",
  );
  const streamedCallIds = new Set([
    ...messages.filter(isStreamed).flatMap(callIdsOf),
    ...newerCallIds,
  ]);
  return messages.filter((message) => {
    if (snapshotIndexes.has(message)) return false;
    if (message.role === "tool") {
      const isOfStream = streamedCallIds.has(message.toolCallId);
      if (isOfStream || isOfServer(draft, message)) return true;
    }
    if (isStreamed(message) || isRetained(message)) return true;
    return isSent(message) && !(message.role === "user" && hasNewUserMessage);
  });
}

/**
 * True for a result of a tool that the server executed. The result stays as long as its call does, since a snapshot without
 * it is older. Without the result, the call would wait again, and no tool of the tab can answer it.
 */
function isOfServer(draft: SnapshotDraft, result: ToolMessage): boolean {
  const info = draft.callInfo(result.toolCallId);
  return !isStandIn(result) && info !== undefined && !isAnsweredByTab(info);
}
