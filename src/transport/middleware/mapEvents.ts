import type { AgentYield } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";

/**
 * Passes the events of a run on, one by one through a function: the same event, another, several
 * in its place, or none for `undefined`.
 *
 * An agent may yield events singly or as lists of those that arrived together; this hides which,
 * and keeps together what came together. It closes the stream when it is closed itself.
 *
 * @example A middleware that drops one kind of event
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
