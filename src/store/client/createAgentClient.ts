import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import { NO_RUN } from "../../reducer/createSnapshot.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createOwnedThread } from "../thread/createThread.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { Thread } from "../thread/thread.ts";
import type { ContextEntry, RequestOptions } from "../thread/threadOptions.ts";
import { createToolRegistry, registerTool } from "../tools/registry.ts";
import type { AnyTool } from "../tools/types.ts";
import type { AgentClient, AgentClientOptions, OwnerControls, ThreadRequest } from "./types.ts";

const DEFAULT_AGENT = "default";

/** What a client has of whoever holds it. */
export interface ClientOwner {
  /** Resolves when it is in use: what is stored is taken up then, and not before. @defaultValue at once */
  readonly whenInUse?: Promise<void>;
  /** The ids of its agents' default threads, also for one that comes after it. */
  readonly defaultThreadIds?: Map<string, string>;
}

/** A client, with what its holder alone may do. */
export interface ClientHandle {
  readonly client: AgentClient;
  /** Stops the runs of this page, and leaves alone those of others; returns the threads of them. */
  stopLocalRuns(): ReadonlySet<Thread>;
}

/**
 * Makes a client: the owner of agents and of the threads with them. Give it `agent` for one agent,
 * or `agents` for several by name.
 *
 * @example Two agents
 * ```ts
 * const client = createAgentClient({
 *   agents: { support: httpAgent({ url: "/support" }), sales: httpAgent({ url: "/sales" }) },
 * });
 * await client.thread({ agentId: "sales" }).send("How much is it?");
 * ```
 * @throws AgentKitError `invalid-argument` when it is given no agent, or both `agent` and `agents`
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  return createOwnedClient(options).client;
}

/** Creates a client together with the controls for its owner. */
export function createOwnedClient(
  options: AgentClientOptions,
  { whenInUse, defaultThreadIds = new Map() }: ClientOwner = {},
): ClientHandle {
  const { agent, agents: named = {}, ...threadDefaults } = options;
  const agents = new Map<string, Agent>(Object.entries(named));
  const isAmbiguous = agent !== undefined && agents.size > 0;
  if (agent) agents.set(DEFAULT_AGENT, agent);
  const [firstId] = agents.keys();
  if (firstId === undefined || isAmbiguous) {
    throw new AgentKitError(
      "invalid-argument",
      "createAgentClient() takes `agent`, or `agents` with at least one, and not both.",
    );
  }
  const threads = new Map<string, Thread>();
  const tools = createToolRegistry();
  const contexts = new Set<ContextEntry>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let requests: RequestOptions = options;
  /** What may be done to each thread from here alone, by the thread's key. */
  const reins = new Map<string, OwnerControls>();
  /** What each thread was asked for with, for the one it is handed over to. */
  const requestOf = new WeakMap<object, object>();
  /** What each thread does to its requests in place of what the client does. */
  const ownRequests = new WeakMap<object, RequestOptions>();

  function getAgent(agentId: string = firstId as string): Agent {
    const found = agents.get(agentId);
    if (found) return found;
    throw new AgentKitError(
      "invalid-argument",
      `There is no agent "${agentId}". This client has: ${[...agents.keys()].join(", ")}.`,
    );
  }

  function defaultThreadId(agentId: string): string {
    const known = defaultThreadIds.get(agentId);
    if (known !== undefined) return known;
    const id = (options.createId ?? randomId)();
    defaultThreadIds.set(agentId, id);
    return id;
  }

  const client: AgentClient = {
    agentIds: [...agents.keys()],
    storage: options.storage,
    threads: () => [...threads.values()],
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    getAgent,
    thread<TState>(request: ThreadRequest<TState> = {}) {
      const { agentId = firstId, threadId, ...initial } = request;
      const found = getAgent(agentId);
      const id = threadId ?? initial.snapshot?.threadId ?? defaultThreadId(agentId);
      if (initial.snapshot && initial.snapshot.threadId !== id) {
        throw new AgentKitError(
          "invalid-argument",
          `The snapshot is of the thread "${initial.snapshot.threadId}", not of "${id}". Leave threadId out.`,
        );
      }
      const key = JSON.stringify([agentId, id]);
      const known = threads.get(key);
      // Who asks for a thread by its id knows what state it has.
      if (known) return known as Thread<TState>;
      const made = createOwnedThread(
        { ...threadDefaults, ...initial, agent: found, threadId: id },
        {
          agentId,
          tools: tools.own,
          contexts,
          requests: () => ({ ...requests, ...omitUndefined(ownRequests.get(made) ?? {}) }),
          whenInUse,
          onCreate: (given) => reins.set(key, given),
          // Who asks for it again gets one that works.
          onDispose: () => {
            if (threads.get(key) !== made) return;
            threads.delete(key);
            reins.delete(key);
            tell();
          },
        },
      );
      threads.set(key, made);
      requestOf.set(made, initial);
      client.setRequestOptions(initial, made);
      tell();
      return made as Thread<TState>;
    },
    transferThread<TState>(thread: Thread<TState>, agentId: string) {
      const { threadId, agentId: from } = thread;
      const before = thread.getSnapshot();
      assertAtRest(before);
      if (from === agentId) return thread;
      getAgent(agentId);
      const key = JSON.stringify([agentId, threadId]);
      const known = threads.get(key)?.getSnapshot();
      if (known) assertAtRest(known);
      const { queue } = before;
      const snapshot = handOver(before, known?.queue);
      // Whoever has the other agent's thread of this id sees what it has become.
      reins.get(key)?.replaceConversation(snapshot);
      const own = ownRequests.get(thread);
      const given = omitUndefined({ ...requestOf.get(thread), ...own, snapshot, agentId });
      const made = client.thread<TState>(given as ThreadRequest<TState>);
      // From the end, so that none goes out of the old one when the one before it is gone.
      for (const { id } of [...queue].reverse()) thread.removeQueued(id).catch(reportUncaught);
      return made;
    },
    registerTool: (tool: AnyTool) => registerTool(tools, tool),
    setRequestOptions({ forwardedProps, prepareInput }, thread) {
      const next = { forwardedProps, prepareInput };
      if (thread) ownRequests.set(thread, next);
      else requests = next;
    },
    addContext(entry) {
      contexts.add(entry);
      return () => {
        contexts.delete(entry);
      };
    },
    stop() {
      for (const thread of threads.values()) thread.stop();
    },
    dispose() {
      for (const thread of threads.values()) thread.dispose();
    },
  };
  return {
    client,
    stopLocalRuns: () =>
      new Set(
        [...threads].flatMap(([key, thread]) => (reins.get(key)?.stopLocalRun() ? thread : [])),
      ),
  };
}

/** @throws AgentKitError `thread-busy` */
function assertAtRest({ run }: Snapshot): void {
  if (!isRunning(run)) return;
  throw new AgentKitError(
    "thread-busy",
    "A thread that runs can neither be handed over nor take one over. stop() it first.",
  );
}

/**
 * A conversation for another agent, which waits for nothing that the one before has asked.
 *
 * @param queue - What waits for that agent already, and goes out first.
 */
function handOver<TState>(
  snapshot: Snapshot<TState>,
  queue: Snapshot["queue"] = [],
): Snapshot<TState> {
  const queued = [...queue, ...snapshot.queue];
  return { ...snapshot, run: NO_RUN, interrupts: [], steps: [], queue: queued };
}
