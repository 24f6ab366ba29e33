import type { Message, RunAgentInput } from "../../src/protocol/events.ts";
import { questionAbout } from "./questionAbout.ts";

/**
 * Says why a model provider would refuse a conversation, or nothing: every tool call has one result
 * behind it, before the same speaker says anything else; what a sub-agent says is a conversation of its
 * own. Only a call that waited for a person may still be
 * without one, when this very input brings the answer; the result comes with this run then.
 */
export function findFault({ messages, resume = [] }: RunAgentInput): string | undefined {
  const answered = new Set(resume.map(({ interruptId }) => interruptId));
  const resolved = resume.filter(({ status }) => status === "resolved");
  const comes = new Set(resolved.map(({ interruptId }) => interruptId));
  const calls = new Set<string>();
  /** The speaker of each call without a result. */
  const open = new Map<string, string | undefined>();
  for (const message of messages) {
    if (message.role === "tool") {
      const { toolCallId } = message;
      if (!calls.has(toolCallId)) return `The result of "${toolCallId}" answers no call.`;
      if (!open.delete(toolCallId)) return `The call "${toolCallId}" has two results.`;
      continue;
    }
    const speaker = speakerOf(message);
    const left = [...open].find(([id, own]) => own === speaker && !comes.has(questionAbout(id)));
    if (left !== undefined && goesOn(message)) {
      return `The call "${left[0]}" has no result before the next message.`;
    }
    for (const { id } of message.role === "assistant" ? (message.toolCalls ?? []) : []) {
      if (calls.has(id)) return `Two calls have the id "${id}".`;
      calls.add(id);
      open.set(id, speaker);
    }
  }

  if (answered.size < resume.length) return "An interrupt is answered twice.";
  const left = [...open.keys()].find((id) => !answered.has(questionAbout(id)));
  if (left !== undefined) return `The call "${left}" has no result.`;
  const asked = new Set([...calls, ...messages.map(({ id }) => id)].map(questionAbout));
  const stray = [...answered].find((id) => !asked.has(id));
  return stray === undefined ? undefined : `Nobody asked "${stray}".`;
}

/** Whether a message goes on with the conversation; what an agent thinks or shows does not. */
function goesOn({ role }: Message): boolean {
  return role !== "reasoning" && role !== "activity";
}

/** The sub-agent that speaks; undefined for the agent itself, and for the person. */
function speakerOf(message: Message): string | undefined {
  return "subagentRunId" in message ? message.subagentRunId : undefined;
}
