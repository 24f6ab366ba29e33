import type { Agent } from "../../protocol/agent.ts";
import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import { parseSuggestions } from "../../selectors/parseSuggestions.ts";
import { textOf } from "../../selectors/textOf.ts";
import { createThread } from "../../store/thread/createThread.ts";
import type { RequestOptions } from "../../store/thread/threadOptions.ts";
import type { GenerateOptions } from "./suggestionOptions.ts";

interface Question {
  readonly agent: Agent;
  /** What the conversation's own requests are made with. */
  readonly requests: RequestOptions;
  /** The conversation so far. */
  readonly messages: readonly Message[];
  readonly options: GenerateOptions;
  readonly signal: AbortSignal;
}

/**
 * Asks an agent what the person might say next: on a thread of its own, which is forgotten
 * afterwards, so that nothing of it gets into the conversation. It is offered no tools.
 *
 * @returns None when the agent failed, was stopped, or said something else.
 */
export async function generateSuggestions(question: Question): Promise<readonly Suggestion[]> {
  const { agent, requests, messages, options, signal } = question;
  const { turns = 2, max = 3, instruction = instructionFor(max), forwardedProps } = options;
  signal.throwIfAborted();
  const initialMessages = lastTurns(messages, turns);
  const side = createThread({ ...requests, agent, initialMessages, maxSteps: 0 });
  signal.addEventListener("abort", side.dispose, { once: true });
  try {
    const { outcome, newMessages } = await side.send(
      instruction,
      omitUndefined({ forwardedProps }),
    );
    if (outcome !== "success") return [];
    const answer = newMessages.findLast(({ role }) => role === "assistant");
    return parseSuggestions(textOf(answer?.content), max);
  } finally {
    signal.removeEventListener("abort", side.dispose);
    side.dispose();
  }
}

function instructionFor(max: number): string {
  return (
    `Suggest up to ${max} short messages that I could send you next, each in my language and my ` +
    "voice, at most eight words, and different from what I have said. Call no tools. Answer with a " +
    "JSON array of strings and nothing else."
  );
}

/** What was said in the last turns, as text: no tool traffic, no reasoning, nothing attached. */
function lastTurns(messages: readonly Message[], turns: number): readonly Message[] {
  const spoken = messages.flatMap((message): Message[] => {
    const { id, role, content, subagentRunId } = message;
    if ((role !== "user" && role !== "assistant") || subagentRunId) return [];
    const text = textOf(content);
    return text.trim() === "" ? [] : [{ id, role, content: text }];
  });
  const begins = spoken.flatMap(({ role }, at) => (role === "user" ? at : []));
  return spoken.slice(begins.at(-Math.max(1, turns)) ?? 0);
}
