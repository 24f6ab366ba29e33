import type { Agent, AgentYield, RunOptions } from "../../protocol/agent.ts";
import type { RunAgentInput } from "../../protocol/events.ts";

/**
 * A function around the runs of an agent. `next` runs the rest of the chain: with the input as it
 * is or another, once, several times, or not at all. Whatever it returns is what the run yields.
 *
 * Usually an async generator, which also closes what it reads when it is closed. `options.signal`
 * aborts when the run is stopped; what a middleware waits for itself should end with it.
 */
export type AgentMiddleware = (
  input: RunAgentInput,
  next: (input: RunAgentInput) => AsyncIterable<AgentYield>,
  options: RunOptions,
) => AsyncIterable<AgentYield>;

/**
 * Makes an agent of an agent, whose runs go through functions: to log, to try again, to change
 * what is asked or what is answered. The first function is the outermost.
 *
 * Only runs go through them; whatever else the agent can do (`getCapabilities` and the like) is
 * its own. Events reach a middleware as the agent yields them, before they are checked and made
 * canonical; `mapEvents` reads them whichever way they come. What a middleware throws fails the run.
 *
 * @example A tenant's name on every request
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
  // Not a copy: an agent may be a class with private fields, be frozen, or be a proxy itself.
  return new Proxy({} as Agent, {
    get(_, key) {
      if (key === "run") return run;
      const member: unknown = Reflect.get(agent, key);
      return typeof member === "function" ? (member.bind(agent) as unknown) : member;
    },
    has: (_, key) => Reflect.has(agent, key),
  });
}

/** An input made again has fresh `forwardedProps`, and must not undo what the middlewares changed. */
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
