import type {
  ContentPart,
  Message,
  RunAgentInput,
  Tool,
  ToolMessage,
} from "../../protocol/events.ts";
import { PROTOCOL_VERSION } from "../../protocol/events.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ObservedRun } from "./observedRun.ts";

/** One thread of the check: what was said in it, and what the next request carries. */
export interface Talk {
  /** The input of a request with a new message of the person's. */
  ask(content: string | ContentPart[]): RunAgentInput;
  /** The input of a request without one: an answer, a result. */
  goOn(fields?: Partial<RunAgentInput>): RunAgentInput;
  /** Takes over what a run has made of the conversation. */
  heard(run: ObservedRun): void;
  /** Puts a result behind every call that has none and that no interrupt asks about. */
  answerCalls(content: string): void;
}

/** Begins a thread. `fields` are in each of its requests. */
export function beginTalk(fields: Partial<RunAgentInput> = {}): Talk {
  const threadId = randomId();
  let messages: readonly Message[] = [];
  let state: unknown = fields.state ?? {};
  let last: Snapshot | undefined;

  const goOn = (more: Partial<RunAgentInput> = {}): RunAgentInput => ({
    threadId,
    runId: randomId(),
    tools: [],
    context: [],
    forwardedProps: {},
    protocolVersion: PROTOCOL_VERSION,
    ...fields,
    ...more,
    state,
    messages: [...messages],
  });

  return {
    ask(content) {
      messages = [...messages, { id: randomId(), role: "user", content }];
      return goOn();
    },
    goOn,
    heard({ after }) {
      last = after;
      messages = after.messages.filter(({ role }) => role !== "activity");
      state = after.state;
    },
    answerCalls(content) {
      if (last) messages = withResults(messages, last, content);
    },
  };
}

/** A model's provider wants every call answered, right behind the message that made it. */
function withResults(
  messages: readonly Message[],
  { interrupts }: Snapshot,
  content: string,
): readonly Message[] {
  const answered = new Set(
    messages.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  return messages.flatMap((message): Message[] => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const results = calls
      .filter(({ id }) => !answered.has(id) && !held.has(id))
      .map(({ id }): ToolMessage => ({ id: randomId(), role: "tool", toolCallId: id, content }));
    return [message, ...results];
  });
}

/** The tool that is offered where nothing is said about tools: an agent need not use it. */
export const probeTool: Tool = {
  name: "show_on_page",
  description: "Shows one short line of text on the page that the user is looking at.",
  parameters: {
    type: "object",
    properties: { text: { type: "string", description: "The line to show" } },
    required: ["text"],
  },
};
