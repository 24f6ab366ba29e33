import type { Agent, RunOptions } from "../../protocol/agent.ts";
import { printHint } from "../../protocol/developmentHint.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { AgentCapabilities, EventInput, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createAsyncQueue } from "../http/asyncQueue.ts";
import { isPre1 } from "../http/downgradeInput.ts";
import { MAX_QUOTED_CHARACTERS } from "../http/transportErrors.ts";
import {
  type AbstractAgentLike,
  middlewaresOf,
  type StartChain,
  startChain,
  startConnect,
  startRun,
} from "./middlewareChain.ts";

/**
 * Converts an `@ag-ui/client` agent: `HttpAgent`, an integration's agent, or a subclass of
 * `AbstractAgent`. That package is not imported; the agent is recognised by its shape.
 *
 * Middlewares added with `use()` apply in their order. The agent's `messages`, `state` and
 * `threadId` stay unchanged: every run has its own, which middlewares see on `next`. So one agent
 * serves several threads.
 *
 * An agent whose class overrides `connect()` can resume a thread. Such agents have no positions, so
 * the thread is replayed from its start.
 *
 * The rest of `runAgent()` does not happen. That is its verifier, which ends a run at the first violation, its own
 * reduction of the messages, its `debug` output, and the agent's subscribers. Use `thread.subscribe()` and a
 * middleware instead. In development, a warning names what has no effect.
 *
 * @example An HttpAgent with a middleware
 * ```ts
 * const remote = new HttpAgent({ url: "https://example.com/agent" });
 * remote.use((input, next) => next.run({ ...input, forwardedProps: { tenant: "acme" } }));
 * const thread = createThread({ agent: fromAbstractAgent(remote) });
 * ```
 * @throws AgentKitError `invalid-argument` for an object that is not such an agent, or an agent whose
 * middlewares cannot be found
 * @see https://docs.ag-ui.com/sdk/js/client/abstract-agent
 */
export function fromAbstractAgent(agent: AbstractAgentLike): Agent {
  checkAgent(agent);
  hintAtIgnoredParts(agent);

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
    // The agent may have aborted while it started.
    if (signal.aborted) stop();
    try {
      for (let events = await queue.readItems(); events; events = await queue.readItems()) {
        signal.throwIfAborted();
        // Unchecked: the ingestor of the run validates all events.
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
    async *run(input, options) {
      const { refreshInput } = options;
      let hasEvents = false;
      try {
        for await (const events of runOnce(startChain, input, options)) {
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
        // An agent that wraps another one may find out only here that it cannot connect.
        if (!isNotImplemented(error)) throw error;
      }
    };
  }
  if (agent.getCapabilities) {
    // All versions use the same fields; an unknown field does no harm.
    adapter.getCapabilities = () => agent.getCapabilities?.() as Promise<AgentCapabilities>;
  }
  return adapter;
}

function checkAgent(agent: AbstractAgentLike): void {
  if (typeof agent?.run !== "function") {
    throw new AgentKitError(
      "invalid-argument",
      "fromAbstractAgent cannot convert an object without a `run()` method. Pass an agent of @ag-ui/client. An object with `async *run()` needs no conversion.",
    );
  }
  if ("use" in agent && !middlewaresOf(agent)) {
    throw new AgentKitError(
      "invalid-argument",
      "fromAbstractAgent cannot find the middlewares of this version of @ag-ui/client, so the agent would run without them. Update @ag-ui/client or agui-kit.",
    );
  }
}

/** Prints, in development, what has no effect: subscribers and the `debug` option of an agent. */
function hintAtIgnoredParts(agent: AbstractAgentLike): void {
  const subscribers: unknown = Reflect.get(agent, "subscribers");
  if (Array.isArray(subscribers) && subscribers.length > 0) {
    printHint("ignored-subscribers", agent, []);
  }
  const debug: unknown = Reflect.get(agent, "debug");
  if (isRecord(debug) && debug.enabled === true) printHint("ignored-debug", agent, []);
}

/**
 * Returns true when the agent overrides `connect()`. `AbstractAgent` declares it and throws; its
 * class is recognised by its other methods, because that package is not imported.
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
  // The error has no name of its own, and bundlers shorten the name of its class.
  return error instanceof Error && /^connect not implemented/i.test(error.message);
}

/** Copies the input, because agents mutate it. */
function prepareInput(agent: AbstractAgentLike, input: RunAgentInput): RunAgentInput {
  // The name before 1.0 was `maxVersion`; reading it in 1.0 prints a warning.
  const maxVersion: unknown =
    Reflect.get(agent, "maxProtocolVersion") ?? Reflect.get(agent, "maxVersion");
  // runAgent() decides on this field; middlewares remove what else an older server cannot read.
  const { protocolVersion: _, ...older } = input;
  return structuredClone(isPre1(maxVersion) ? older : input);
}

/** Converts the plain error of HttpAgent, which carries the HTTP status. */
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
