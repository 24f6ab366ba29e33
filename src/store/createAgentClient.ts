import type { Agent } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import { randomId } from "../protocol/randomId.ts";
import type { AgentClient, AgentClientOptions, ThreadRequest } from "./clientTypes.ts";
import { makeThread } from "./makeThread.ts";
import { registerIn } from "./tools/registerIn.ts";
import { createToolRegistry } from "./tools/registry.ts";
import type { AnyTool } from "./tools/types.ts";
import type { Thread } from "./types.ts";

const DEFAULT_AGENT = "default";

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
  const threads = new Map<string, Thread<unknown>>();
  const tools = createToolRegistry();
  const defaultThreadIds = new Map<string, string>();

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

  return {
    agentIds: [...agents.keys()],
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
      const made = makeThread<TState>(
        { ...threadDefaults, ...initial, agent: found, threadId: id },
        {
          agentId,
          tools: tools.own,
          // Who asks for it again gets one that works.
          onDispose: () => {
            if (threads.get(key) === made) threads.delete(key);
          },
        },
      );
      threads.set(key, made as Thread<unknown>);
      return made;
    },
    registerTool: (tool: AnyTool) => registerIn(tools, tool),
    stop() {
      for (const thread of threads.values()) thread.stop();
    },
    dispose() {
      for (const thread of threads.values()) thread.dispose();
    },
  };
}
