import type { Agent, AgentYield } from "../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";

/** Result of one run of an agent. */
export interface Collected {
  /** Yielded events, one entry per yield. */
  readonly batches: readonly (readonly EventInput[])[];
  readonly events: readonly EventInput[];
  readonly cursors: readonly string[];
  /** Error that the run threw. */
  readonly error?: unknown;
}

/** Runs an agent until it ends or fails. */
export async function collect(
  agent: Agent,
  {
    input = runInput(),
    signal = new AbortController().signal,
    connect,
  }: {
    readonly input?: RunAgentInput;
    readonly signal?: AbortSignal;
    /** Reconnects, after a position or from the start, instead of running. */
    readonly connect?: { readonly cursor?: string };
  } = {},
): Promise<Collected> {
  const batches: (readonly EventInput[])[] = [];
  const cursors: string[] = [];
  let failure: { error?: unknown } = {};
  try {
    const options = { signal, onCursor: (cursor: string) => cursors.push(cursor) };
    const stream = connect
      ? agent.connect?.(input, { ...options, ...connect })
      : agent.run(input, options);
    if (!stream) throw new Error("The agent has no `connect`.");
    for await (const item of stream) batches.push(toList(item));
  } catch (error) {
    failure = { error };
  }
  return { batches, events: batches.flat(), cursors, ...failure };
}

/** Returns a valid input with defaults for absent fields. */
export function runInput(fields: Partial<RunAgentInput> = {}): RunAgentInput {
  return {
    threadId: "t1",
    runId: "r1",
    messages: [{ id: "u1", role: "user", content: "Hello" }],
    tools: [],
    context: [],
    ...fields,
  };
}

/** Returns the events of a yield as a list. */
export function toList(item: AgentYield): readonly EventInput[] {
  return "type" in item ? [item] : item;
}
