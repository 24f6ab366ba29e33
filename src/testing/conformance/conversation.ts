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

/** A thread of the check: its messages and state, and the inputs of its requests. */
export interface Conversation {
  /** Adds a user message, and returns the input of a request with it. */
  addMessage(content: string | ContentPart[]): RunAgentInput;
  /** Returns the input of a request without a new message, such as an answer or a tool result. */
  createInput(fields?: Partial<RunAgentInput>): RunAgentInput;
  /** Takes the messages and the state from a run. */
  applyRun(run: ObservedRun): void;
  /** Adds a result for every call without one that no interrupt refers to. */
  addToolResults(content: string): void;
}

/** Starts a conversation. Each of its requests includes `fields`. */
export function createConversation(fields: Partial<RunAgentInput> = {}): Conversation {
  const threadId = randomId();
  let messages: readonly Message[] = [];
  let state: unknown = fields.state ?? {};
  let lastSnapshot: Snapshot | undefined;

  const createInput = (moreFields: Partial<RunAgentInput> = {}): RunAgentInput => ({
    threadId,
    runId: randomId(),
    tools: [],
    context: [],
    forwardedProps: {},
    protocolVersion: PROTOCOL_VERSION,
    ...fields,
    ...moreFields,
    state,
    messages: [...messages],
  });

  return {
    addMessage(content) {
      messages = [...messages, { id: randomId(), role: "user", content }];
      return createInput();
    },
    createInput,
    applyRun({ after }) {
      lastSnapshot = after;
      messages = after.messages.filter(({ role }) => role !== "activity");
      state = after.state;
    },
    addToolResults(content) {
      if (lastSnapshot) messages = withResults(messages, lastSnapshot, content);
    },
  };
}

/** Inserts results right after the message of each call, where model providers require them. */
function withResults(
  messages: readonly Message[],
  { interrupts }: Snapshot,
  content: string,
): readonly Message[] {
  const resultCallIds = new Set(
    messages.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const interruptedIds = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  return messages.flatMap((message): Message[] => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const results = calls
      .filter(({ id }) => !resultCallIds.has(id) && !interruptedIds.has(id))
      .map(({ id }): ToolMessage => ({ id: randomId(), role: "tool", toolCallId: id, content }));
    return [message, ...results];
  });
}

/** The tool of the run that offers one; the agent need not use it. */
export const probeTool: Tool = {
  name: "show_on_page",
  description: "Shows one short line of text on the page that the user is looking at.",
  parameters: {
    type: "object",
    properties: { text: { type: "string", description: "The line to show" } },
    required: ["text"],
  },
};
