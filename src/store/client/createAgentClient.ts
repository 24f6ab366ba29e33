import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { withState } from "../../protocol/withState.ts";
import { INITIAL_RUN } from "../../reducer/createSnapshot.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createOwnedThread } from "../thread/createThread.ts";
import type { Thread } from "../thread/thread.ts";
import type { ContextEntry, RequestOptions } from "../thread/threadOptions.ts";
import { createToolRegistry, registerTool, setToolRegistry } from "../tools/toolRegistry.ts";
import type { AnyTool } from "../tools/toolTypes.ts";
import type {
  AgentClient,
  AgentClientOptions,
  OwnerControls,
  ThreadRequest,
} from "./clientTypes.ts";

const DEFAULT_AGENT = "default";

/** Options of a client that has an owner, such as the React provider. */
interface ClientOwner {
  /**
   * Resolves when the client is in use; threads are restored from storage then. @defaultValue
   * resolved
   */
  readonly whenInUse?: Promise<void>;
  /** Ids of the agents' default threads, shared with the client that replaces this one. */
  readonly defaultThreadIds?: Map<string, string>;
}

/** A client with the controls of its owner. */
interface ClientHandle {
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
 * @throws AgentKitError `invalid-argument` without an agent, with one that has no `run` method, or with both `agent` and `agents`
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  checkArgument("options", options);
  const { agent, agents = {} } = options;
  for (const [name, named] of Object.entries(agents))
    checkArgument("agent", named, `agents.${name}`);
  if (agent !== undefined) checkArgument("agent", agent);
  return createOwnedClient(options).client;
}

/** Creates a client together with the controls of its owner. */
export function createOwnedClient(
  options: AgentClientOptions,
  { whenInUse, defaultThreadIds = new Map() }: ClientOwner = {},
): ClientHandle {
  const { agent, agents: namedAgents = {}, ...threadDefaults } = options;
  const agents = new Map<string, Agent>(Object.entries(namedAgents));
  const isAmbiguous = agent !== undefined && agents.size > 0;
  if (agent) agents.set(DEFAULT_AGENT, agent);
  const [firstId] = agents.keys();
  if (firstId === undefined || isAmbiguous) {
    throw new AgentKitError(
      "invalid-argument",
      `\`createAgentClient()\` has ${isAmbiguous ? "both `agent` and `agents`" : "no agent"}. Pass one agent as ` +
        "`agent`, or agents by id as a non-empty `agents`, not both.",
    );
  }
  const threads = new Map<string, Thread>();
  const tools = createToolRegistry();
  const contexts = new Set<ContextEntry>();
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  let requests: RequestOptions = options;
  /** Owner controls of each thread by its key. */
  const controls = new Map<string, OwnerControls>();
  /** Options that each thread was requested with, reused when it is transferred. */
  const requestsByThread = new WeakMap<object, ThreadRequest>();
  /** Request options of single threads, which replace those of the client. */
  const ownRequests = new WeakMap<object, RequestOptions>();

  const getAgent = (agentId = firstId): Agent => {
    const namedAgent = agents.get(agentId);
    if (namedAgent) return namedAgent;
    throw new AgentKitError(
      "invalid-argument",
      `There is no agent "${agentId}". Pass one of: ${[...agents.keys()].join(", ")}.`,
    );
  };

  function defaultThreadId(agentId: string): string {
    const existing = defaultThreadIds.get(agentId);
    if (existing !== undefined) return existing;
    const id = (options.createId ?? randomId)();
    defaultThreadIds.set(agentId, id);
    return id;
  }

  /** Returns the thread of a request, and creates it when it is new. */
  const openThread = (request: ThreadRequest = {}): Thread => {
    const { agentId = firstId, threadId, ...initial } = request;
    const requestedAgent = getAgent(agentId);
    const id = threadId ?? initial.snapshot?.threadId ?? defaultThreadId(agentId);
    if (initial.snapshot && initial.snapshot.threadId !== id) {
      throw new AgentKitError(
        "invalid-argument",
        `The snapshot belongs to the thread "${initial.snapshot.threadId}", not to "${id}". Leave out \`threadId\`.`,
      );
    }
    const key = JSON.stringify([agentId, id]);
    const existing = threads.get(key);
    if (existing) return existing;
    const createdThread = createOwnedThread(
      { ...threadDefaults, ...initial, agent: requestedAgent, threadId: id },
      {
        agentId,
        tools: tools.getOwnTools,
        contexts,
        requests: () => ({ ...requests, ...omitUndefined(ownRequests.get(createdThread) ?? {}) }),
        whenInUse,
        onCreate: (ownerControls) => controls.set(key, ownerControls),
        // A later request for a disposed thread creates another one.
        onDispose: () => {
          if (threads.get(key) !== createdThread) return;
          threads.delete(key);
          controls.delete(key);
          notifyListeners();
        },
      },
    );
    threads.set(key, createdThread);
    requestsByThread.set(createdThread, initial);
    client.setRequestOptions(initial, createdThread);
    notifyListeners();
    return createdThread;
  };

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
    thread: <TState>(request?: ThreadRequest<TState>) =>
      withState<Thread, Thread<TState>>(openThread(request)),
    transferThread<TState>(thread: Thread<TState>, agentId: string) {
      const { threadId, agentId: from } = thread;
      const before = thread.getSnapshot();
      assertIdle(before);
      if (from === agentId) return thread;
      getAgent(agentId);
      const key = JSON.stringify([agentId, threadId]);
      const existing = threads.get(key)?.getSnapshot();
      if (existing) assertIdle(existing);
      const { queue } = before;
      const snapshot = transferConversation(before, existing?.queue);
      // An existing thread of the other agent shows the transferred conversation.
      controls.get(key)?.replaceConversation(snapshot);
      const own = ownRequests.get(thread);
      const request = omitUndefined({ ...requestsByThread.get(thread), ...own, snapshot, agentId });
      const createdThread = withState<Thread, Thread<TState>>(openThread(request));
      // Removed from the end: removing the first message would let the next one be sent.
      for (const { id } of [...queue].reverse()) thread.removeQueued(id).catch(reportUncaught);
      return createdThread;
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
  setToolRegistry(client, tools);
  return {
    client,
    stopLocalRuns: () =>
      new Set(
        [...threads].flatMap(([key, thread]) => (controls.get(key)?.stopLocalRun() ? thread : [])),
      ),
  };
}

/**
 * Throws while a thread runs.
 *
 * @throws AgentKitError `thread-busy`
 */
function assertIdle({ run }: Snapshot): void {
  if (!isRunning(run)) return;
  throw new AgentKitError(
    "thread-busy",
    "A running thread can neither be transferred nor replaced. Call `stop()` first.",
  );
}

/**
 * Returns a conversation for another agent, without anything that waits for the previous one.
 *
 * @param queue - Messages that are queued for that agent already, and are sent first.
 */
function transferConversation<TState>(
  snapshot: Snapshot<TState>,
  queue: Snapshot["queue"] = [],
): Snapshot<TState> {
  const queued = [...queue, ...snapshot.queue];
  return { ...snapshot, run: INITIAL_RUN, interrupts: [], steps: [], queue: queued };
}
