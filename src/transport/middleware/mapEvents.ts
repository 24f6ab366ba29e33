import type { AgentYield } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";

/**
 * Maps the events of a run one by one: to the same event, another, several, or none for
 * `undefined`.
 *
 * An agent may yield single events or lists of events that arrived together; this function hides
 * the difference and keeps the batches. It closes the stream when it is closed itself.
 *
 * @example A middleware that drops RAW events
 * ```ts
 * const withoutRaw: AgentMiddleware = (input, next) =>
 *   mapEvents(next(input), (event) => (event.type === "RAW" ? undefined : event));
 * ```
 * @see https://docs.ag-ui.com/concepts/middleware
 */
export async function* mapEvents(
  stream: AsyncIterable<AgentYield>,
  map: (event: EventInput) => AgentYield | undefined,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  for await (const yielded of stream) {
    const events = toList(yielded).flatMap((event) => toList(map(event) ?? []));
    if (events.length > 0) yield events;
  }
}

function toList(yielded: AgentYield): readonly EventInput[] {
  return "type" in yielded ? [yielded] : yielded;
}
