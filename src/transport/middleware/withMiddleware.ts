import type { Agent, AgentYield, RunOptions } from "../../protocol/agent.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { isReadableEvent } from "../../protocol/toJsonValue.ts";

/**
 * A function around the runs of an agent. `next` runs the rest of the chain: with the same or
 * another input, once, several times, or never. The run yields what the middleware returns.
 *
 * It is usually an async generator, which closes its source when it is closed. `options.signal`
 * aborts when the run is stopped; anything a middleware waits for should end with it.
 */
export type AgentMiddleware = (
  input: RunAgentInput,
  next: (input: RunAgentInput) => AsyncIterable<AgentYield>,
  options: RunOptions,
) => AsyncIterable<AgentYield>;

/**
 * Wraps an agent so that its runs pass through functions: to log, to retry, or to change inputs and
 * events. The first function is the outermost.
 *
 * Other methods of the agent (`getCapabilities` and so on) are not wrapped. Events reach a
 * middleware as the agent yields them, before validation; `mapEvents` reads single events and
 * batches. An error in a middleware fails the run.
 *
 * @example A tenant in every request
 * ```ts
 * const agent = withMiddleware(httpAgent({ url: "/agent" }), (input, next) =>
 *   next({ ...input, forwardedProps: { tenant: "acme" } }),
 * );
 * ```
 * @see https://docs.ag-ui.com/concepts/middleware
 */
export function withMiddleware(agent: Agent, ...middlewares: readonly AgentMiddleware[]): Agent {
  const run: Agent["run"] = (input, options) => {
    const runFrom = (index: number, current: RunAgentInput): AsyncIterable<AgentYield> => {
      const middleware = middlewares[index];
      if (!middleware) return agent.run(current, withRefresh(current, input, options));
      return middleware(current, (changed) => runFrom(index + 1, changed), options);
    };
    return runFrom(0, input);
  };
  // A proxy instead of a copy: an agent may be a class with private fields, frozen, or a proxy
  // itself.
  return new Proxy({} as Agent, {
    get(_, key) {
      if (key === "run") return run;
      const member: unknown = Reflect.get(agent, key);
      return typeof member === "function" ? member.bind(agent) : member;
    },
    has: (_, key) => Reflect.has(agent, key),
  });
}

/**
 * Takes only `forwardedProps` from a refreshed input, so that changes of the middlewares are kept.
 */
function withRefresh(
  current: RunAgentInput,
  original: RunAgentInput,
  options: RunOptions,
): RunOptions {
  const { refreshInput } = options;
  if (!refreshInput) return options;
  return {
    ...options,
    async refreshInput() {
      const { forwardedProps } = await refreshInput();
      return current.forwardedProps === original.forwardedProps
        ? { ...current, forwardedProps }
        : current;
    },
  };
}

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
    const events = toList(yielded).flatMap((event) =>
      // The run reports an event that throws when it is read.
      isReadableEvent(event) ? toList(map(event) ?? []) : [event],
    );
    if (events.length > 0) yield events;
  }
}

function toList(yielded: AgentYield): readonly EventInput[] {
  // A revoked proxy throws in `Array.isArray`, and is no list.
  if (!isReadableEvent(yielded)) return [yielded as EventInput];
  const list: readonly EventInput[] = Array.isArray(yielded) ? yielded : [yielded];
  return list;
}
