import { AgentKitError } from "../../protocol/errors.ts";
import type { ResumeEntry, ToolMessage } from "../../protocol/events.ts";
import { parseJsonText } from "../../protocol/jsonDepth.ts";
import { findToolCall, type ToolCallLookup } from "../../reducer/findToolCall.ts";
import { recordAnswers } from "../../reducer/interrupts/recordAnswers.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { setFollowUps, setRunning } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { interruptForCall } from "./clientCalls.ts";
import type { ToolOutcome } from "./toolResult.ts";

/**
 * Returns the tool call with an id.
 *
 * @throws AgentKitError `invalid-argument` when the thread has no such call
 */
export function requireToolCall({ getBaseSnapshot }: ThreadInternals, id: string): ToolCallLookup {
  const lookup = findToolCall(getBaseSnapshot(), id);
  if (lookup) return lookup;
  throw new AgentKitError(
    "invalid-argument",
    `There is no tool call "${id}" in this thread. Pass a key of \`snapshot.toolCalls\`.`,
  );
}

/**
 * Returns the result of a tool as the payload of an interrupt's answer, parsed where it is JSON.
 */
function toPayload({ content, error }: ToolOutcome): unknown {
  if (error !== undefined) return { error: content };
  return typeof content === "string" ? parseJsonText(content) : content;
}

/**
 * Records the result of a call: as a tool message, or as the answer to the interrupt that asks for
 * the call. Only the first result of a call counts.
 *
 * @param followUp - True when the agent is to run again after it.
 */
export function recordToolResult(
  { toolResults, getBaseSnapshot, commit, listeners, createId, now }: ThreadInternals,
  toolCallId: string,
  result: ToolOutcome,
  followUp: boolean,
): void {
  if (findToolCall(getBaseSnapshot(), toolCallId)?.result) return;
  toolResults.set(toolCallId, result);
  const withFollowUp = setFollowUps(getBaseSnapshot(), new Map([[toolCallId, followUp]]));
  const interruptId = interruptForCall(withFollowUp, toolCallId);
  if (interruptId !== undefined) {
    const answer: ResumeEntry = { interruptId, status: "resolved", payload: toPayload(result) };
    const recorded = recordAnswers(withFollowUp, new Map([[interruptId, answer]]), undefined);
    // Until the server writes the result, the call counts as running, so the user is not asked again.
    commit(setRunning(recorded, [toolCallId]), "now");
    return;
  }
  const message: ToolMessage = { id: createId(), role: "tool", toolCallId, ...result };
  commit(answerCalls(withFollowUp, [message], now()), "now");
  listeners.notify("onMessage", message);
}
