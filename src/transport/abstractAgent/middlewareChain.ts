import type { RunAgentInput } from "../../protocol/events.ts";
import type { createAsyncQueue } from "../http/asyncQueue.ts";

/** The shape of an `AbstractAgent` of `@ag-ui/client`, of any version. */
export interface AbstractAgentLike {
  // The parameter is `never`, because every version declares its own RunAgentInput and accepts
  // ours.
  /** Starts a run. */
  run(input: never): ObservableLike;
  /** Aborts the current run. */
  abortRun?(): void;
  /** Returns the capabilities of the agent. */
  getCapabilities?(): Promise<unknown>;
}

/** The shape of an RxJS Observable. */
export interface ObservableLike {
  /** Subscribes to the events. */
  subscribe(observer: {
    next(event: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): SubscriptionLike;
}

/** The shape of an RxJS Subscription. */
export interface SubscriptionLike {
  /** Ends the subscription, which cancels the run. */
  unsubscribe(): void;
}

/** The agent as a middleware sees it: the rest of the chain, with the messages of its run. */
interface Next {
  run(input: RunAgentInput): ObservableLike;
}

/** Creates the first link of a run or a connection. */
export type StartChain = (
  agent: AbstractAgentLike,
  input: RunAgentInput,
  controller: AbortController,
) => Next;

interface Middleware {
  run(input: RunAgentInput, next: Next): ObservableLike;
}

/**
 * Builds the middleware chain of `runAgent()` without its event handling.
 *
 * `runAgent()` with a subscriber would pass on the same events only until its verifier throws at the first violation, and
 * reduce them a second time. Its chain is a private field, so `checkAgent` rejects a version that has `use()` and hides the
 * field.
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

/** Connects without middlewares, as `connectAgent()` does. */
export const startConnect: StartChain = (agent, _input, controller) => ({
  run(input) {
    setAbortController(agent, controller);
    // `connect` is protected in the types of @ag-ui/client and has the signature of run().
    const connect: AbstractAgentLike["run"] = Reflect.get(agent, "connect");
    // The types of `RunAgentInput` differ between the versions of @ag-ui/client.
    return connect.call(agent, input as never);
  },
});

/**
 * Sets a fresh controller, as HttpAgent.runAgent() does: a run after an aborted one would start
 * aborted.
 */
function setAbortController(agent: AbstractAgentLike, controller: AbortController): void {
  if (abortControllerOf(agent)) Reflect.set(agent, "abortController", controller);
}

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
      // abortRun() would also end another run of the same agent.
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
