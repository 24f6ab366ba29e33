import { AgentKitError } from "../../protocol/errors.ts";
import type { ResumeEntry, ToolMessage } from "../../protocol/events.ts";
import { answerCalls } from "../../reducer/localUpdates.ts";
import { findToolCall, type ToolCallLookup } from "../../reducer/lookup.ts";
import { recordAnswers, setFollowUps, setRunning } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { interruptForCall } from "./clientCalls.ts";
import type { ToolResult } from "./toolResult.ts";

/** @throws AgentKitError `invalid-argument` when the thread has no such call */
export function requireToolCall({ getSnapshot }: ThreadInternals, id: string): ToolCallLookup {
  const found = findToolCall(getSnapshot(), id);
  if (found) return found;
  throw new AgentKitError("invalid-argument", `There is no tool call "${id}" in this thread.`);
}

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
export function recordToolResult(
  { toolResults, getSnapshot, commit, listeners, createId, now }: ThreadInternals,
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
