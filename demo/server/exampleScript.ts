import type { RunAgentInput } from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** Input of an example. */
export interface ExampleRequest {
  readonly input: RunAgentInput;
  /** Text of the last user message; empty without one. */
  readonly question: string;
  /** Number of user messages. */
  readonly turn: number;
  /** Number of earlier runs of the same message; above 0 for a retry. */
  readonly attempt: number;
  /** Origin of the page, such as `http://localhost:5173`. */
  readonly origin: string;
}

/** HTTP error response before any event. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** Script of one run: events and pauses in order, or a refusal. */
export type ExampleScript = (request: ExampleRequest) => readonly ScriptStep[] | Refusal;

/** Error of an example that cannot use its input; the run ends with the message. */
export class InvalidInput extends Error {}

/** Error of a step that drops the connection without a final event. */
export class ConnectionCut extends Error {}

/** Drops the connection. */
export const cutConnection: ScriptStep = () => {
  throw new ConnectionCut();
};

/** Marks the step after which clients can reconnect to a run that continued. */
export const restoreConnection: ScriptStep = () => undefined;

/** Finds the last user message and the number of user messages. */
export function readConversation({ messages }: RunAgentInput): {
  readonly question: string;
  readonly messageId: string;
  readonly turn: number;
} {
  const spoken = messages.filter((message) => message.role === "user");
  const last = spoken.at(-1);
  const content = last?.content ?? "";
  const question =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return { question: question.trim(), messageId: last?.id ?? "", turn: spoken.length };
}
