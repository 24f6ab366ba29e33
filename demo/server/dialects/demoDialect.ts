import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";

/** Frame of a stream. */
export interface Frame {
  /** The `event:` field of Server-Sent Events. */
  readonly event?: string;
  /** Payload, sent as JSON unless it is a string. */
  readonly data: unknown;
}

/** Encoder of one run's events in another dialect. */
export interface DialectEncoder {
  encode(event: EventInput): readonly Frame[];
  /** Returns the frames after the last event. */
  end(): readonly Frame[];
}

/** Request and event format of another system. */
export interface DemoDialect {
  /**
   * Reads a request, as far as the example needs it; undefined when the request is not in this
   * format.
   */
  read(request: unknown): RunAgentInput | undefined;
  createEncoder(input: RunAgentInput): DialectEncoder;
}

/** Creates the input that a request of user messages is equivalent to. */
export function inputOf(threadId: string, texts: readonly string[]): RunAgentInput {
  return {
    threadId,
    runId: crypto.randomUUID(),
    messages: texts.map((content, at) => ({ id: `user-${at}`, role: "user", content })),
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
  };
}
