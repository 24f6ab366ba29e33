import type { Agent, AgentRunIds } from "../../protocol/agent.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";

/** An agent that forwards to a replaceable delegate, with the control of its provider. */
interface DelegatingAgent {
  /** Forwards every member to the current delegate, and `cancel` to the delegate that started the run. */
  readonly agent: Agent;
  /** Notifies `onChange` when the delegate was replaced since the last call. */
  readonly checkDelegate: () => void;
}

/** Access to the delegate of a delegating agent. */
export interface AgentDelegate {
  /** Returns the agent that runs are forwarded to. */
  readonly currentAgent: () => Agent | undefined;
  /**
   * Called when the delegate was replaced, and when the delegate starts a run.
   *
   * @param previous - The replaced agent; absent when a run starts.
   */
  onChange?: (previous?: Agent) => void;
}

const delegates = new WeakMap<Agent, AgentDelegate>();

/** Returns the delegate of an agent created by {@link createDelegatingAgent}; `undefined` for any other agent. */
export function delegateOf(agent: Agent): AgentDelegate | undefined {
  return delegates.get(agent);
}

/**
 * Creates an agent that forwards to whatever `getAgent` returns at the time of each access. A value that is no object,
 * such as the URL of an agent, counts as missing.
 */
export function createDelegatingAgent(getAgent: () => Agent | undefined): DelegatingAgent {
  const currentAgent = () => {
    const agent = getAgent();
    return Object(agent) === agent ? agent : undefined;
  };
  const delegate: AgentDelegate = { currentAgent };
  /** The agent that started the last run of each thread. */
  const runAgents = new Map<string, Agent>();
  let last = currentAgent();

  // The proxy answers every access itself, so its target needs no members.
  const agent = new Proxy({} as Agent, {
    // Forwards optional members as well, so that a capability check sees those of the delegate.
    get(_, key) {
      const current = currentAgent();
      if (key === "cancel" && runAgents.size > 0) {
        return async (run: AgentRunIds) => runAgents.get(run.threadId)?.cancel?.(run);
      }
      if (key === "run") checkArgument("agent", getAgent());
      const member: unknown = current && Reflect.get(current, key);
      if (!current || typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        if (key === "run") {
          // The type of the proxy makes callers of `run` pass its parameters.
          const [{ threadId }] = args as Parameters<Agent["run"]>;
          runAgents.set(threadId, current);
          delegate.onChange?.();
        }
        return member.apply(current, args);
      };
    },
  });
  delegates.set(agent, delegate);
  return {
    agent,
    checkDelegate() {
      const previous = last;
      last = currentAgent();
      if (previous !== last) delegate.onChange?.(previous);
    },
  };
}
