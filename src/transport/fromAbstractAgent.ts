import type { Agent, RunOptions } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import type { AgentCapabilities, EventInput, RunAgentInput } from "../protocol/events.ts";
import { createEventQueue } from "./eventQueue.ts";
import { MAX_QUOTED_CHARACTERS } from "./failures.ts";
import { isBelow1 } from "./isBelow1.ts";

/** What an `AbstractAgent` of `@ag-ui/client` (any version) looks like to this package. */
export interface AbstractAgentLike {
  // `never`, because every version types its own RunAgentInput, and they all take ours.
  run(input: never): ObservableLike;
  abortRun?(): void;
  getCapabilities?(): Promise<unknown>;
}

/** What an Observable of RxJS looks like to this package. */
export interface ObservableLike {
  subscribe(observer: {
    next(event: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): { unsubscribe(): void };
}

/**
 * Makes an agent of any `@ag-ui/client` agent: `HttpAgent`, an integration's agent, your own
 * subclass of `AbstractAgent`. That package is not imported; the agent is recognised by its shape.
 *
 * Middlewares added with `use()` apply, in their order. The agent's `messages`, `state` and
 * `threadId` are left alone: every run is given its own, and middlewares see those on `next`. So
 * one agent serves several threads.
 *
 * What does not happen is the rest of `runAgent()`: its verifier, which ends a run at the first
 * violation, its own reduction of the messages, and the agent's subscribers. The thread does all
 * that; use `thread.subscribe()`.
 *
 * @example An HttpAgent with a middleware
 * ```ts
 * const remote = new HttpAgent({ url: "https://example.com/agent" });
 * remote.use((input, next) => next.run({ ...input, forwardedProps: { tenant: "acme" } }));
 * const thread = createThread({ agent: fromAbstractAgent(remote) });
 * ```
 * @throws AgentKitError `invalid-argument` when it is no such agent, or one whose middlewares
 * cannot be found.
 * @see https://docs.ag-ui.com/sdk/js/client/abstract-agent
 */
export function fromAbstractAgent(agent: AbstractAgentLike): Agent {
  checkAgent(agent);

  async function* runOnce(
    input: RunAgentInput,
    { signal }: RunOptions,
  ): AsyncGenerator<readonly EventInput[], void, undefined> {
    signal.throwIfAborted();
    const queue = createEventQueue<unknown>();
    const run = startRun(agent, prepareInput(agent, input), queue);
    const stop = () => {
      run.stop();
      queue.end({ error: signal.reason });
    };
    signal.addEventListener("abort", stop);
    // The agent itself may have aborted while it started.
    if (signal.aborted) stop();
    try {
      for (let events = await queue.read(); events; events = await queue.read()) {
        signal.throwIfAborted();
        // Unchecked on purpose: the run loop passes whatever an agent yields through
        // canonicalEvents().
        yield events as EventInput[];
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : withStatus(error);
    } finally {
      signal.removeEventListener("abort", stop);
      run.stop();
    }
  }

  const adapter: Agent = {
    async *run(given, options) {
      const { refreshInput } = options;
      let hasBegun = false;
      try {
        for await (const events of runOnce(given, options)) {
          hasBegun = true;
          yield events;
        }
      } catch (error) {
        const isRefused = error instanceof AgentKitError && error.context.status === 401;
        if (!isRefused || hasBegun || !refreshInput) throw error;
        // A token in forwardedProps may have expired.
        yield* runOnce(await refreshInput(), options);
      }
    },
  };
  if (agent.getCapabilities) {
    // The same words in every version; a field this version does not know does no harm.
    adapter.getCapabilities = () => agent.getCapabilities?.() as Promise<AgentCapabilities>;
  }
  return adapter;
}

/** An agent as a middleware knows it: the rest of the chain, with the messages of its run. */
interface Next {
  run(input: RunAgentInput): ObservableLike;
}

interface Middleware {
  run(input: RunAgentInput, next: Next): ObservableLike;
}

function checkAgent(agent: AbstractAgentLike): void {
  if (typeof agent?.run !== "function") {
    throw new AgentKitError(
      "invalid-argument",
      "fromAbstractAgent was given something without a run() method. Pass an agent of @ag-ui/client; an object with `async *run()` is an agent already.",
    );
  }
  if ("use" in agent && !middlewaresOf(agent)) {
    throw new AgentKitError(
      "invalid-argument",
      "fromAbstractAgent cannot find the middlewares of this version of @ag-ui/client, and will not run the agent without them. Use another version of either package.",
    );
  }
}

/**
 * The chain that `runAgent()` builds, and nothing of what it does with the events afterwards.
 *
 * `runAgent()` with a subscriber would hand over the same events only until its verifier throws at
 * the first violation, and would reduce them all a second time. Its chain is a private field, so
 * a version that has `use()` and hides the field is refused by `checkAgent`.
 */
function chain(agent: AbstractAgentLike, input: RunAgentInput, controller: AbortController): Next {
  const link = (run: Next["run"]): Next =>
    Object.create(agent, {
      run: { value: run },
      threadId: { value: input.threadId },
      messages: { value: input.messages, writable: true },
      state: { value: input.state, writable: true },
    });
  const last = link((own) => {
    // As HttpAgent.runAgent() does: without a fresh one, a run after an aborted run starts aborted.
    if (abortControllerOf(agent)) Reflect.set(agent, "abortController", controller);
    // See AbstractAgentLike.run.
    return agent.run(own as never);
  });
  return (middlewaresOf(agent) ?? []).reduceRight<Next>(
    (next, middleware) => link((own) => middleware.run(own, next)),
    last,
  );
}

/** The runs of each agent that go on. */
const goingOn = new WeakMap<AbstractAgentLike, Set<AbortController>>();

function startRun(
  agent: AbstractAgentLike,
  input: RunAgentInput,
  queue: ReturnType<typeof createEventQueue<unknown>>,
): { stop(): void } {
  const controller = new AbortController();
  const others = goingOn.get(agent) ?? new Set();
  goingOn.set(agent, others);
  let isOver = false;
  const end = (failure?: { error: unknown }) => {
    isOver = true;
    others.delete(controller);
    queue.end(failure);
  };
  const subscription = chain(agent, input, controller)
    .run(input)
    .subscribe({
      next: (event) => queue.push(event),
      error: (error) => end({ error }),
      complete: () => end(),
    });
  if (!isOver) others.add(controller);

  return {
    stop() {
      if (isOver) return;
      isOver = true;
      others.delete(controller);
      subscription.unsubscribe();
      const current = abortControllerOf(agent);
      // Another run of the same agent may be going on, and abortRun() would end that one.
      if (current && current !== controller) controller.abort();
      else if (current || others.size === 0) agent.abortRun?.();
    },
  };
}

/** A copy, because agents write into their input. */
function prepareInput(agent: AbstractAgentLike, input: RunAgentInput): RunAgentInput {
  // Before 1.0 the name was `maxVersion`, which 1.0 warns about when it is read.
  const ceiling: unknown =
    Reflect.get(agent, "maxProtocolVersion") ?? Reflect.get(agent, "maxVersion");
  // runAgent() decides on this field; what else an older peer cannot read, middlewares leave out.
  const { protocolVersion: _, ...older } = input;
  return structuredClone(isBelow1(ceiling) ? older : input);
}

function middlewaresOf(agent: AbstractAgentLike): readonly Middleware[] | undefined {
  const middlewares: unknown = Reflect.get(agent, "middlewares");
  // Private in the types of @ag-ui/client: an array of its Middleware class since 0.0.39.
  return Array.isArray(middlewares) ? (middlewares as Middleware[]) : undefined;
}

function abortControllerOf(agent: AbstractAgentLike): AbortController | undefined {
  const controller: unknown = Reflect.get(agent, "abortController");
  return controller instanceof AbortController ? controller : undefined;
}

/** HttpAgent puts the HTTP status on a plain error; here it gets a code like everyone's. */
function withStatus(error: unknown): unknown {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") {
    return error;
  }
  const payload = "payload" in error ? error.payload : "";
  const body = typeof payload === "string" ? payload : (JSON.stringify(payload) ?? "");
  return new AgentKitError("http-status", error.message, {
    status: error.status,
    body: body.slice(0, MAX_QUOTED_CHARACTERS),
    cause: error,
  });
}
