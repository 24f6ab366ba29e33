import type {
  Message,
  ResumeEntry,
  RunAgentInput,
  ToolMessage,
} from "../../src/protocol/events.ts";
import { interruptIdFor } from "./interruptIdFor.ts";

/** Tool call since the last user message, with its result. */
export interface EarlierCall {
  readonly id: string;
  readonly name: string;
  /** Parsed arguments; undefined when they are not JSON. */
  readonly args: unknown;
  /** Result from the page or from this server. */
  readonly result: ToolMessage | undefined;
  /** Answer to the call's interrupt in this input. */
  readonly answer: ResumeEntry | undefined;
}

/**
 * Finds the agent's calls since the last user message. The server is stateless: the conversation
 * contains all progress.
 */
export function earlierCalls(input: RunAgentInput): readonly EarlierCall[] {
  const start = input.messages.findLastIndex(({ role }) => role === "user");
  return callsIn(input, input.messages.slice(start + 1));
}

/**
 * Finds calls that the user answered before asking for something else. Their answers arrive with
 * the new message, and the calls still need results.
 */
export function unansweredCalls(input: RunAgentInput): readonly EarlierCall[] {
  const end = input.messages.findLastIndex(({ role }) => role === "user");
  return callsIn(input, input.messages.slice(0, Math.max(end, 0))).filter(({ result }) => !result);
}

function callsIn(
  { messages, resume = [] }: RunAgentInput,
  some: readonly Message[],
): readonly EarlierCall[] {
  return some.flatMap((message) => {
    if (message.role !== "assistant") return [];
    return (message.toolCalls ?? []).map(({ id, function: { name, arguments: text } }) => ({
      id,
      name,
      args: parse(text),
      result: messages.find(
        (one): one is ToolMessage => one.role === "tool" && one.toolCallId === id,
      ),
      answer: resume.find(({ interruptId }) => interruptId === interruptIdFor(id)),
    }));
  });
}

export function resultTextOf({ content }: ToolMessage): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join(" ");
}

/** Returns the JSON of a tool result; undefined when the content is not JSON. */
export function jsonOf(result: ToolMessage): unknown {
  return parse(resultTextOf(result));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
