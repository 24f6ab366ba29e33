import type { Message, RunAgentInput } from "../../src/protocol/events.ts";
import { interruptIdFor } from "./interruptIdFor.ts";

/**
 * Returns the reason for which a model provider would refuse a conversation; undefined for a valid
 * one. Every tool call needs one result before the same speaker continues, and each sub-agent's
 * messages are a conversation of their own. Only an interrupted call may lack its result, when this
 * input resumes it.
 */
export function findFault({ messages, resume = [] }: RunAgentInput): string | undefined {
  const answered = new Set(resume.map(({ interruptId }) => interruptId));
  const resolved = resume.filter(({ status }) => status === "resolved");
  const resolvedIds = new Set(resolved.map(({ interruptId }) => interruptId));
  const calls = new Set<string>();
  /** Speakers of the calls without a result, by call. */
  const open = new Map<string, string | undefined>();
  for (const message of messages) {
    if (message.role === "tool") {
      const { toolCallId } = message;
      if (!calls.has(toolCallId)) return `The result of "${toolCallId}" answers no call.`;
      if (!open.delete(toolCallId)) return `The call "${toolCallId}" has two results.`;
      continue;
    }
    const speaker = speakerOf(message);
    const unanswered = [...open].find(
      ([id, owner]) => owner === speaker && !resolvedIds.has(interruptIdFor(id)),
    );
    if (unanswered !== undefined && isContinuation(message)) {
      return `The call "${unanswered[0]}" has no result before the next message.`;
    }
    for (const { id } of message.role === "assistant" ? (message.toolCalls ?? []) : []) {
      if (calls.has(id)) return `Two calls have the id "${id}".`;
      calls.add(id);
      open.set(id, speaker);
    }
  }

  if (answered.size < resume.length) return "An interrupt is answered twice.";
  const unanswered = [...open.keys()].find((id) => !answered.has(interruptIdFor(id)));
  if (unanswered !== undefined) return `The call "${unanswered}" has no result.`;
  const interruptIds = new Set([...calls, ...messages.map(({ id }) => id)].map(interruptIdFor));
  const unknownId = [...answered].find((id) => !interruptIds.has(id));
  return unknownId === undefined ? undefined : `No interrupt has the id "${unknownId}".`;
}

/** Returns true when a message continues the conversation; reasoning and activities do not. */
function isContinuation({ role }: Message): boolean {
  return role !== "reasoning" && role !== "activity";
}

/** Returns the sub-agent that sent a message; undefined for the agent and the user. */
function speakerOf(message: Message): string | undefined {
  return "subagentRunId" in message ? message.subagentRunId : undefined;
}
