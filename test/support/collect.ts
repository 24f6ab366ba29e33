import type { Agent, AgentYield } from "../../src/protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../src/protocol/events.ts";

/** Everything one run of an agent gave. */
export interface Collected {
  /** What was yielded, one entry for each time. */
  readonly batches: readonly (readonly EventInput[])[];
  readonly events: readonly EventInput[];
  readonly cursors: readonly string[];
  /** What the run threw. */
  readonly error?: unknown;
}

/** Runs an agent to its end, whatever the end is. */
export async function collect(
  agent: Agent,
  {
    input = runInput(),
    signal = new AbortController().signal,
    connect,
  }: {
    readonly input?: RunAgentInput;
    readonly signal?: AbortSignal;
    /** Takes the run up, after a position or from the start, in place of running. */
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
    if (!stream) throw new Error("This agent has no connect().");
    for await (const item of stream) batches.push(toList(item));
  } catch (error) {
    failure = { error };
  }
  return { batches, events: batches.flat(), cursors, ...failure };
}

/** A valid input; give what matters to the test. */
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

/** What an agent yields, as the list it may be. */
export function toList(item: AgentYield): readonly EventInput[] {
  return "type" in item ? [item] : item;
}
