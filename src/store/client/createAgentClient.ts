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

/** Options of a client that has an owner, such as the React provider. */
export interface ClientOwner {
  /**
   * Resolves when the client is in use; threads are restored from storage then. @defaultValue
   * resolved
   */
  readonly whenInUse?: Promise<void>;
  /** Ids of the agents' default threads, shared with the client that replaces this one. */
  readonly defaultThreadIds?: Map<string, string>;
}

/** A client with the controls of its owner. */
export interface ClientHandle {
  /** The client. */
  readonly client: AgentClient;
  /**
   * Stops the runs of this tab, not those of other tabs. Returns the threads whose run was stopped.
   */
  stopLocalRuns(): ReadonlySet<Thread>;
}

/**
 * Creates a client, which owns agents and their threads. Pass `agent` for one agent, or `agents`
 * for several by name.
 *
 * @example Two agents
 * ```ts
 * const client = createAgentClient({
 *   agents: { support: httpAgent({ url: "/support" }), sales: httpAgent({ url: "/sales" }) },
 * });
 * await client.thread({ agentId: "sales" }).send("How much is it?");
 * ```
 * @throws AgentKitError `invalid-argument` without an agent, or with both `agent` and `agents`
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  return createOwnedClient(options).client;
}

/** Creates a client together with the controls of its owner. */
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
  /** Owner controls of each thread by its key. */
  const reins = new Map<string, OwnerControls>();
  /** Options that each thread was requested with, reused when it is transferred. */
  const requestOf = new WeakMap<object, object>();
  /** Request options of single threads, which replace those of the client. */
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
      // The caller that names a thread knows the type of its state.
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
          // A later request for a disposed thread creates another one.
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
      // An existing thread of the other agent shows the transferred conversation.
      reins.get(key)?.replaceConversation(snapshot);
      const own = ownRequests.get(thread);
      const given = omitUndefined({ ...requestOf.get(thread), ...own, snapshot, agentId });
      const made = client.thread<TState>(given as ThreadRequest<TState>);
      // Removed from the end: removing the first message would let the next one be sent.
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

/**
 * Throws while a thread runs.
 *
 * @throws AgentKitError `thread-busy`
 */
function assertAtRest({ run }: Snapshot): void {
  if (!isRunning(run)) return;
  throw new AgentKitError(
    "thread-busy",
    "A thread that runs can neither be handed over nor take one over. stop() it first.",
  );
}

/**
 * Returns a conversation for another agent, without anything that waits for the previous one.
 *
 * @param queue - Messages that are queued for that agent already, and are sent first.
 */
function handOver<TState>(
  snapshot: Snapshot<TState>,
  queue: Snapshot["queue"] = [],
): Snapshot<TState> {
  const queued = [...queue, ...snapshot.queue];
  return { ...snapshot, run: NO_RUN, interrupts: [], steps: [], queue: queued };
}
