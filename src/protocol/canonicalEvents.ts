import type { AgentYield } from "./agent.ts";
import { type CanonicalEventsOptions, createCanonicalizer } from "./canonicalizer.ts";
import type { Event } from "./events.ts";

/**
 * Converts what an agent yields to canonical AG-UI 1.0 events, in the batches in which they arrive.
 * A thread applies it to every agent; use it to read a stream without a thread.
 *
 * @example Reading an agent's events without a thread
 * ```ts
 * for await (const events of canonicalEvents(agent.run(input, { signal }))) {
 *   snapshot = reduceEvents(snapshot, events);
 * }
 * ```
 * @throws AgentKitError `malformed-stream` when more than ten frames are not JSON objects
 * @see https://docs.ag-ui.com/concepts/events
 */
export async function* canonicalEvents(
  source: AsyncIterable<AgentYield>,
  options: CanonicalEventsOptions = {},
): AsyncGenerator<readonly Event[], void, undefined> {
  const canonicalizer = createCanonicalizer(options);
  for await (const item of source) {
    const out: Event[] = [];
    if (Array.isArray(item)) for (const value of item) canonicalizer.push(value, out);
    else canonicalizer.push(item, out);
    if (out.length > 0) yield out;
  }
}
