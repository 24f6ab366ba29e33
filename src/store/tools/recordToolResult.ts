import type { ResumeEntry, ToolMessage } from "../../protocol/events.ts";
import { answerCalls } from "../../reducer/localUpdates.ts";
import { findToolCall } from "../../reducer/lookup.ts";
import { recordAnswers, setFollowUps, setRunning } from "../../reducer/toolUpdates.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { interruptForCall } from "./clientCalls.ts";
import type { ToolResult } from "./toolResult.ts";

/** The payload of an answer that goes back as an interrupt's: what the tool returned, as JSON. */
function toPayload({ content, error }: ToolResult): unknown {
  if (error !== undefined) return { error: content };
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/**
 * Gives a call its answer: as a tool message, or as the answer to the interrupt that asks for it. Of
 * several answers to one call the first counts.
 *
 * @param followUp - Whether the agent is to run again for it.
 */
export function recordToolResult<TState>(
  { toolResults, getSnapshot, commit, listeners, createId, now }: ThreadCore<TState>,
  toolCallId: string,
  result: ToolResult,
  followUp: boolean,
): void {
  if (findToolCall(getSnapshot(), toolCallId)?.result) return;
  toolResults.set(toolCallId, result);
  const taken = setFollowUps(getSnapshot(), new Map([[toolCallId, followUp]]));
  const interruptId = interruptForCall(taken, toolCallId);
  if (interruptId !== undefined) {
    const answer: ResumeEntry = { interruptId, status: "resolved", payload: toPayload(result) };
    const recorded = recordAnswers(taken, new Map([[interruptId, answer]]), undefined);
    // The server writes the result down; until then nobody is asked for it any more.
    commit(setRunning(recorded, [toolCallId]), "now");
    return;
  }
  const message: ToolMessage = { id: createId(), role: "tool", toolCallId, ...result };
  commit(answerCalls(taken, [message], now()), "now");
  listeners.notify("onMessage", message);
}
