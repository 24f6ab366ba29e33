import { type Agent, AgentKitError, type EventInput } from "../../../src/core.ts";
import type { ConnectOptions } from "../../../src/protocol/agent.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";

/** Manner in which a server replays a run to a client that reconnects. */
export type Manner =
  | "after the cursor"
  | "after the cursor, started again"
  | "from the start"
  | "ignoring the cursor";

/** Manners of replay in which no event can be mistaken for another. */
export const MANNERS: readonly Manner[] = [
  "after the cursor",
  "from the start",
  "ignoring the cursor",
];

/** Options of an agent whose connections are cut: the cuts, the manner of replay, and the batches. */
export interface CuttableAgentOptions {
  readonly cuts: readonly Cut[];
  readonly manner: Manner;
  readonly batch?: number;
  readonly marks?: number;
}

/** Early end of a connection, after a number of events. */
export type Cut = { readonly at: number; readonly how: "broken" | "closed" };

export interface CuttableAgent extends Agent {
  readonly connects: readonly { readonly input: RunAgentInput; readonly cursor?: string }[];
  /** Returns the number of connections, including runs. */
  readonly count: () => number;
}

export const connectionError = () => new AgentKitError("network", "The connection broke.");

/**
 * Creates an agent whose connections end at the given cuts; the last connection streams to the end.
 *
 * @param options - `batch` is the number of events per chunk, `marks` the number of batches per cursor.
 */
export function cuttableAgent(
  events: readonly EventInput[],
  { cuts, manner, batch = 1, marks = 1 }: CuttableAgentOptions,
): CuttableAgent {
  const connects: { input: RunAgentInput; cursor?: string }[] = [];
  let count = 0;

  async function* stream(from: number, onCursor?: (cursor: string) => void) {
    const cut = cuts[count++];
    const end = cut ? Math.min(cut.at, events.length) : events.length;
    if (manner === "after the cursor, started again") yield startOf(events.slice(0, from));
    for (let at = from; at < end; at += batch) {
      const next = Math.min(at + batch, end);
      // Two connections never share an object.
      yield structuredClone(events.slice(at, next));
      const isMarked = Math.ceil(next / batch) % marks === 0;
      if (manner !== "from the start" && isMarked) onCursor?.(String(next));
    }
    if (cut?.how === "broken") throw connectionError();
  }

  return {
    connects,
    count: () => count,
    run: (_, { onCursor }) => stream(0, onCursor),
    connect(input, { cursor, onCursor }: ConnectOptions) {
      connects.push({ input, ...(cursor !== undefined && { cursor }) });
      return stream(manner.startsWith("after the cursor") && cursor ? Number(cursor) : 0, onCursor);
    },
  };
}

/** Returns the start of the run that is still open after these events. */
function startOf(events: readonly EventInput[]): EventInput[] {
  const last = events.findLast(({ type }) => /^RUN_(STARTED|FINISHED|ERROR)$/.test(type));
  return last?.type === "RUN_STARTED" ? [structuredClone(last)] : [];
}

/** Creates a stream that fails before its first event. */
export const failingStream = (error: unknown): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
});

/** Creates a stream without events. */
export const emptyStream = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
});
