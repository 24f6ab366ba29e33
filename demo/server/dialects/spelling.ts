import type { EventInput, RunAgentInput } from "../../../src/protocol/events.ts";

/** One frame of a stream. */
export interface Frame {
  /** The `event:` of Server-Sent Events. */
  readonly event?: string;
  /** What is sent as JSON; a text as it is. */
  readonly data: unknown;
}

/** Says the events of one run in another way. */
export interface Speller {
  spell(event: EventInput): readonly Frame[];
  /** What comes behind the last event. */
  end(): readonly Frame[];
}

/** How a system writes what AG-UI says, and what it is asked with. */
export interface Dialect {
  /** What is asked, as far as the scene has to know; undefined for what is no request of this system's. */
  read(request: unknown): RunAgentInput | undefined;
  speller(input: RunAgentInput): Speller;
}

/** The input that a request amounts to, for an agent that wants to know what was said. */
export function inputOf(threadId: string, said: readonly string[]): RunAgentInput {
  return {
    threadId,
    runId: crypto.randomUUID(),
    messages: said.map((content, at) => ({ id: `said-${at}`, role: "user", content })),
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
  };
}
