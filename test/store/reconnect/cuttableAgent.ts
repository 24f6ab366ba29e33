import { type Agent, AgentKitError, type EventInput } from "../../../src/core.ts";
import type { ConnectOptions } from "../../../src/protocol/agent.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";

/** How a server tells a run to whoever comes back to it. */
export type Manner =
  | "after the cursor"
  | "after the cursor, started again"
  | "from the start"
  | "ignoring the cursor";

/** Those in which nothing can be taken for anything else. */
export const MANNERS: readonly Manner[] = [
  "after the cursor",
  "from the start",
  "ignoring the cursor",
];

/** How an agent tells its events, and when it is cut off. */
export interface Told {
  readonly cuts: readonly Cut[];
  readonly manner: Manner;
  readonly batch?: number;
  readonly marks?: number;
}

/** How a connection ends too early. */
export type Cut = { readonly at: number; readonly how: "broken" | "closed" };

export interface CuttableAgent extends Agent {
  readonly connects: readonly { readonly input: RunAgentInput; readonly cursor?: string }[];
  /** The connections that were made, runs among them. */
  readonly count: () => number;
}

export const dropped = () => new AgentKitError("network", "The connection broke.");

/**
 * An agent whose connections end after so many events each, the last one at the end of the stream.
 *
 * @param how - `batch` says how many events come together, and `marks` how many batches a server that knows
 *   positions names one for.
 */
export function cuttableAgent(
  events: readonly EventInput[],
  { cuts, manner, batch = 1, marks = 1 }: Told,
): CuttableAgent {
  const connects: { input: RunAgentInput; cursor?: string }[] = [];
  let count = 0;

  async function* tell(from: number, onCursor?: (cursor: string) => void) {
    const cut = cuts[count++];
    const end = cut ? Math.min(cut.at, events.length) : events.length;
    if (manner === "after the cursor, started again") yield startOf(events.slice(0, from));
    for (let at = from; at < end; at += batch) {
      const next = Math.min(at + batch, end);
      // As it comes off the wire: no two share anything.
      yield structuredClone(events.slice(at, next));
      const isMarked = Math.ceil(next / batch) % marks === 0;
      if (manner !== "from the start" && isMarked) onCursor?.(String(next));
    }
    if (cut?.how === "broken") throw dropped();
  }

  return {
    connects,
    count: () => count,
    run: (_, { onCursor }) => tell(0, onCursor),
    connect(input, { cursor, onCursor }: ConnectOptions) {
      connects.push({ input, ...(cursor !== undefined && { cursor }) });
      return tell(manner.startsWith("after the cursor") && cursor ? Number(cursor) : 0, onCursor);
    },
  };
}

/** The start of the run that is open behind these events. */
function startOf(events: readonly EventInput[]): EventInput[] {
  const last = events.findLast(({ type }) => /^RUN_(STARTED|FINISHED|ERROR)$/.test(type));
  return last?.type === "RUN_STARTED" ? [structuredClone(last)] : [];
}

/** A stream that fails before it says anything. */
export const failing = (error: unknown): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
});

/** A stream that says nothing. */
export const none = (): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
});
