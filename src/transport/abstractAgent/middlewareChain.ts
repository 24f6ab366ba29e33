import type { RunAgentInput } from "../../protocol/events.ts";
import type { createAsyncQueue } from "../http/asyncQueue.ts";
import type { AbstractAgentLike, ObservableLike } from "./abstractAgentLike.ts";

/** An agent as a middleware knows it: the rest of the chain, with the messages of its run. */
interface Next {
  run(input: RunAgentInput): ObservableLike;
}

/** What a run of an agent, or what is like one, begins with. */
export type StartChain = (
  agent: AbstractAgentLike,
  input: RunAgentInput,
  controller: AbortController,
) => Next;

interface Middleware {
  run(input: RunAgentInput, next: Next): ObservableLike;
}

/**
 * The chain that `runAgent()` builds, and nothing of what it does with the events afterwards.
 *
 * `runAgent()` with a subscriber would hand over the same events only until its verifier throws at
 * the first violation, and would reduce them all a second time. Its chain is a private field, so
 * a version that has `use()` and hides the field is refused by `checkAgent`.
 */
export const startChain: StartChain = (agent, input, controller) => {
  const createLink = (run: Next["run"]): Next =>
    Object.create(agent, {
      run: { value: run },
      threadId: { value: input.threadId },
      messages: { value: input.messages, writable: true },
      state: { value: input.state, writable: true },
    });
  const last = createLink((chainInput) => {
    setAbortController(agent, controller);
    // See AbstractAgentLike.run.
    return agent.run(chainInput as never);
  });
  return (middlewaresOf(agent) ?? []).reduceRight<Next>(
    (next, middleware) => createLink((chainInput) => middleware.run(chainInput, next)),
    last,
  );
};

/** As `connectAgent()` does: middlewares are around runs alone. */
export const startConnect: StartChain = (agent, _input, controller) => ({
  run(input) {
    setAbortController(agent, controller);
    // Protected in the types of @ag-ui/client, and of the shape of run().
    const connect: AbstractAgentLike["run"] = Reflect.get(agent, "connect");
    return connect.call(agent, input as never);
  },
});

/** As HttpAgent.runAgent() does: without a fresh one, a run after an aborted run starts aborted. */
function setAbortController(agent: AbstractAgentLike, controller: AbortController): void {
  if (abortControllerOf(agent)) Reflect.set(agent, "abortController", controller);
}

/** The runs of each agent that go on. */
const activeRuns = new WeakMap<AbstractAgentLike, Set<AbortController>>();

export function startRun(
  agent: AbstractAgentLike,
  start: StartChain,
  input: RunAgentInput,
  queue: ReturnType<typeof createAsyncQueue<unknown>>,
): { stop(): void } {
  const controller = new AbortController();
  const others = activeRuns.get(agent) ?? new Set();
  activeRuns.set(agent, others);
  let isEnded = false;
  const endRun = (failure?: { error: unknown }) => {
    isEnded = true;
    others.delete(controller);
    queue.end(failure);
  };
  const subscription = start(agent, input, controller)
    .run(input)
    .subscribe({
      next: (event) => queue.push(event),
      error: (error) => endRun({ error }),
      complete: () => endRun(),
    });
  if (!isEnded) others.add(controller);

  return {
    stop() {
      if (isEnded) return;
      isEnded = true;
      others.delete(controller);
      subscription.unsubscribe();
      const current = abortControllerOf(agent);
      // Another run of the same agent may be going on, and abortRun() would end that one.
      if (current && current !== controller) controller.abort();
      else if (current || others.size === 0) agent.abortRun?.();
    },
  };
}

export function middlewaresOf(agent: AbstractAgentLike): readonly Middleware[] | undefined {
  const middlewares: unknown = Reflect.get(agent, "middlewares");
  // Private in the types of @ag-ui/client: an array of its Middleware class since 0.0.39.
  return Array.isArray(middlewares) ? (middlewares as Middleware[]) : undefined;
}

function abortControllerOf(agent: AbstractAgentLike): AbortController | undefined {
  const controller: unknown = Reflect.get(agent, "abortController");
  return controller instanceof AbortController ? controller : undefined;
}
