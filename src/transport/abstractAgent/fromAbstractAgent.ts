import type { Agent, RunOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentCapabilities, EventInput, RunAgentInput } from "../../protocol/events.ts";
import { createAsyncQueue } from "../http/asyncQueue.ts";
import { isPre1 } from "../http/downgradeInput.ts";
import { MAX_QUOTED_CHARACTERS } from "../http/transportErrors.ts";
import type { AbstractAgentLike } from "./abstractAgentLike.ts";
import {
  middlewaresOf,
  type StartChain,
  startChain,
  startConnect,
  startRun,
} from "./middlewareChain.ts";

/**
 * Makes an agent of any `@ag-ui/client` agent: `HttpAgent`, an integration's agent, your own
 * subclass of `AbstractAgent`. That package is not imported; the agent is recognised by its shape.
 *
 * Middlewares added with `use()` apply, in their order. The agent's `messages`, `state` and
 * `threadId` are left alone: every run is given its own, and middlewares see those on `next`. So
 * one agent serves several threads.
 *
 * An agent whose class has a `connect()` of its own can take a thread up again: its thread then hears
 * from the start what was said, since such agents have no positions.
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
    start: StartChain,
    input: RunAgentInput,
    { signal }: RunOptions,
  ): AsyncGenerator<readonly EventInput[], void, undefined> {
    signal.throwIfAborted();
    const queue = createAsyncQueue<unknown>();
    const run = startRun(agent, start, prepareInput(agent, input), queue);
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
      let hasEvents = false;
      try {
        for await (const events of runOnce(startChain, given, options)) {
          hasEvents = true;
          yield events;
        }
      } catch (error) {
        const isRefused = error instanceof AgentKitError && error.context.status === 401;
        if (!isRefused || hasEvents || !refreshInput) throw error;
        // A token in forwardedProps may have expired.
        yield* runOnce(startChain, await refreshInput(), options);
      }
    },
  };
  if (hasOwnConnect(agent)) {
    adapter.connect = async function* (input, options) {
      try {
        yield* runOnce(startConnect, input, options);
      } catch (error) {
        // One that wraps another learns from it that it cannot: there is nothing to attach to.
        if (!isNotImplemented(error)) throw error;
      }
    };
  }
  if (agent.getCapabilities) {
    // The same words in every version; a field this version does not know does no harm.
    adapter.getCapabilities = () => agent.getCapabilities?.() as Promise<AgentCapabilities>;
  }
  return adapter;
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
 * Whether connecting is something that this agent does. `AbstractAgent` itself has the method, and it
 * throws; whose that is shows in its other methods, since nothing of that package is imported.
 */
function hasOwnConnect(agent: AbstractAgentLike): boolean {
  const owner = findOwner(agent, "connect");
  return owner !== undefined && owner !== findOwner(agent, "subscribe");
}

function findOwner(agent: object, method: string): object | undefined {
  let owner: object | null = agent;
  while (owner && !Object.hasOwn(owner, method)) owner = Reflect.getPrototypeOf(owner);
  return owner ?? undefined;
}

function isNotImplemented(error: unknown): boolean {
  // Its class has no name of its own, and a bundler shortens that of the constructor.
  return error instanceof Error && /^connect not implemented/i.test(error.message);
}

/** A copy, because agents write into their input. */
function prepareInput(agent: AbstractAgentLike, input: RunAgentInput): RunAgentInput {
  // Before 1.0 the name was `maxVersion`, which 1.0 warns about when it is read.
  const maxVersion: unknown =
    Reflect.get(agent, "maxProtocolVersion") ?? Reflect.get(agent, "maxVersion");
  // runAgent() decides on this field; what else an older peer cannot read, middlewares leave out.
  const { protocolVersion: _, ...older } = input;
  return structuredClone(isPre1(maxVersion) ? older : input);
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
