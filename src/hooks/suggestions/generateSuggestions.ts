import type { Agent } from "../../protocol/agent.ts";
import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import { textOf } from "../../protocol/textOf.ts";
import { parseSuggestions, type Suggestion } from "../../selectors/parseSuggestions.ts";
import { runOnce } from "../../store/thread/createThread.ts";
import type { RequestOptions } from "../../store/thread/threadOptions.ts";
import type { GenerateOptions } from "./suggestionOptions.ts";

interface SuggestionRequest {
  readonly agent: Agent;
  /** Request options of the conversation's thread. */
  readonly requests: RequestOptions;
  /** The conversation so far. */
  readonly messages: readonly Message[];
  readonly options: GenerateOptions;
  readonly signal: AbortSignal;
}

/**
 * Asks an agent what the user might send next.
 *
 * Uses a request of its own without tools, so that nothing of the request enters the conversation.
 *
 * @returns An empty list when the agent failed, was stopped, or answered with anything else.
 */
export async function generateSuggestions({
  agent,
  requests,
  messages,
  options,
  signal,
}: SuggestionRequest): Promise<readonly Suggestion[]> {
  const { turns = 2, max = 3, instruction = defaultInstruction(max), forwardedProps } = options;
  const request: Message = { id: randomId(), role: "user", content: instruction };
  const { outcome, newMessages } = await runOnce(
    { ...requests, agent },
    { messages: [...selectTurns(messages, turns), request], ...omitUndefined({ forwardedProps }) },
    [signal],
  );
  if (outcome !== "success") return [];
  const reply = newMessages.findLast(({ role }) => role === "assistant");
  return parseSuggestions(textOf(reply?.content), max);
}

function defaultInstruction(max: number): string {
  return (
    `Suggest up to ${max} short messages that I could send you next, each in my language and my ` +
    "voice, at most eight words, and different from what I have sent so far. Call no tools. Answer with a " +
    "JSON array of strings and nothing else."
  );
}

/** Returns the text of the last turns, without tool calls, reasoning, attachments and sub-agents. */
function selectTurns(messages: readonly Message[], turns: number): readonly Message[] {
  const textMessages = messages.flatMap((message): Message[] => {
    const { id, role, content, subagentRunId } = message;
    if ((role !== "user" && role !== "assistant") || subagentRunId) return [];
    const text = textOf(content);
    return text.trim() === "" ? [] : [{ id, role, content: text }];
  });
  const turnStarts = textMessages.flatMap(({ role }, index) => (role === "user" ? index : []));
  return textMessages.slice(turnStarts.at(-Math.max(1, turns)) ?? 0);
}
