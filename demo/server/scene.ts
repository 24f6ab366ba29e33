import type { RunAgentInput } from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** What a scene knows when it decides what to say. */
export interface SceneRequest {
  readonly input: RunAgentInput;
  /** What the person said last; empty when they have said nothing. */
  readonly question: string;
  /** How many messages the person has sent. */
  readonly turn: number;
  /** How often this very message was run before: above 0 when somebody retries. */
  readonly attempt: number;
  /** Where the page lives, as `http://localhost:5173`. */
  readonly origin: string;
}

/** An answer of HTTP itself, before any event. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** What the agent does in one run: events and pauses in order, or a refusal. */
export type Scene = (request: SceneRequest) => readonly ScriptStep[] | Refusal;

/** Thrown by a scene that cannot go on with what the input says; the run ends with its message. */
export class InvalidInput extends Error {}

/** Thrown by a step to drop the connection without a word. */
export class ConnectionCut extends Error {}

/** Drops the connection. */
export const cutConnection: ScriptStep = () => {
  throw new ConnectionCut();
};

/** Lets a connection that was dropped be made again, where a run goes on without it. */
export const restoreConnection: ScriptStep = () => undefined;

/** Finds what the person said last and how often they have spoken. */
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
