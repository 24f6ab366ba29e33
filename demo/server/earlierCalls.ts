import type {
  Message,
  ResumeEntry,
  RunAgentInput,
  ToolMessage,
} from "../../src/protocol/events.ts";
import { questionAbout } from "./questionAbout.ts";

/** A call the agent has made since the person spoke last, and what came of it. */
export interface EarlierCall {
  readonly id: string;
  readonly name: string;
  /** As the agent made them; undefined when they were no JSON. */
  readonly args: unknown;
  /** What the tool answered, in the page or on this server. */
  readonly result: ToolMessage | undefined;
  /** What the person says in this input about the call. */
  readonly answer: ResumeEntry | undefined;
}

/**
 * Finds how far the agent has got with what it was asked last. It remembers nothing from run to
 * run: the conversation says it all.
 */
export function earlierCalls(input: RunAgentInput): readonly EarlierCall[] {
  const start = input.messages.findLastIndex(({ role }) => role === "user");
  return callsIn(input, input.messages.slice(start + 1));
}

/**
 * Finds the calls that the person has answered and then asked for something else: what they said
 * comes with the new question, and the calls still want their results.
 */
export function callsLeftBehind(input: RunAgentInput): readonly EarlierCall[] {
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
      answer: resume.find(({ interruptId }) => interruptId === questionAbout(id)),
    }));
  });
}

/** The text of a tool's answer. */
export function textOf({ content }: ToolMessage): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join(" ");
}

/** The answer of a tool that answers in JSON; undefined when this is none. */
export function jsonOf(result: ToolMessage): unknown {
  return parse(textOf(result));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
