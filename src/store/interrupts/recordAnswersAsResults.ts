import type { ToolMessage } from "../../protocol/events.ts";
import { isStandIn } from "../../protocol/standIns.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { type AnsweredInterrupt, TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { toolErrors, toResult } from "../tools/toolResult.ts";

interface ResultOptions {
  readonly createId: () => string;
  /** The tools that this tab runs. */
  readonly tools: { getTools(): { has(name: string): boolean } };
}

/**
 * Records the answers to closed interrupts as the results of their calls, where the run ended without results. The
 * runtime of CopilotKit, for example, sends none. The last answer to a call counts; of several that were given
 * together, a cancelled one counts only when all of them are.
 */
export function recordAnswersAsResults(
  snapshot: Snapshot,
  { createId, tools }: ResultOptions,
  at: number | undefined,
): Snapshot {
  const { outcome } = snapshot.run;
  const isComplete = outcome === "success" || outcome === "interrupt";
  const openCallIds = new Set(snapshot.interrupts.map(({ toolCallId }) => toolCallId));
  // A run that was cut off may have closed an interrupt whose answer the agent has not received.
  const closed = snapshot.answeredInterrupts
    .filter(({ isAnswerReceived }) => isComplete || isAnswerReceived)
    .reverse();
  const results = closed.flatMap((interrupt): readonly ToolMessage[] => {
    const { toolCallId, reason } = interrupt;
    if (toolCallId === undefined || openCallIds.has(toolCallId)) return [];
    const call = getOwn(snapshot.toolCalls, toolCallId);
    if (!call || reason === TANSTACK_CLIENT_TOOL) return [];
    const { answer } = closed.find((other) => outranks(other, interrupt)) ?? interrupt;
    // The agent has asked again about a call that the user had left without an answer.
    const isRepeated = answer.status === "resolved" && hasStandIn(snapshot, call);
    if (!isUnanswered(call) && !isRepeated) return [];
    const name = findToolCall(snapshot, toolCallId)?.toolCall.function.name ?? "";
    // A call of a frontend tool that the run has started again, or that the server names as pending, waits for its handler.
    const isLeftToTab =
      Object.hasOwn(snapshot.tracking.toolCalls, toolCallId) ||
      snapshot.run.pendingToolCallIds.includes(toolCallId);
    if (isLeftToTab && tools.getTools().has(name)) return [];
    openCallIds.add(toolCallId);
    const result =
      answer.status === "cancelled" ? toolErrors.denied("") : toResult("", answer.payload ?? null);
    return [{ id: createId(), role: "tool", toolCallId, ...result }];
  });
  return results.length > 0 ? answerCalls(snapshot, results, at) : snapshot;
}

/** True for an answer that was given together with a cancelled one, to another interrupt about the same call. */
function outranks(
  other: AnsweredInterrupt,
  { toolCallId, afterMessageId, answer }: AnsweredInterrupt,
) {
  const isTogether = other.toolCallId === toolCallId && other.afterMessageId === afterMessageId;
  return isTogether && answer.status === "cancelled" && other.answer.status === "resolved";
}

function hasStandIn(snapshot: Snapshot, { resultMessageId }: ToolCallInfo): boolean {
  const result = resultMessageId === undefined ? undefined : findMessage(snapshot, resultMessageId);
  return result?.role === "tool" && isStandIn(result);
}
