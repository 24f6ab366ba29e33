import type { Agent, AgentRunIds } from "../../protocol/agent.ts";

/** The agent that a provider's threads have, in whose place another may be put. */
export interface DelegatingAgent {
  /** Passes everything on to the agent of the moment, and `cancel` to the one whose run it is. */
  readonly agent: Agent;
  /** Sees whether it is another agent now. */
  readonly look: () => void;
}

/** Who is behind an agent that follows others. */
export interface Followed {
  /** The agent of the moment. */
  readonly current: () => Agent | undefined;
  /**
   * Called when another agent has taken over, or when one begins a run.
   *
   * @param from - The agent before; absent for a run.
   */
  onChange?: (from?: Agent) => void;
}

const all = new WeakMap<Agent, Followed>();

/** Absent for an agent that is itself. */
export function delegateOf(agent: Agent): Followed | undefined {
  return all.get(agent);
}

/** Makes an agent that is another one at every moment. */
export function createFollower(current: () => Agent | undefined): DelegatingAgent {
  const followed: Followed = { current };
  /** Whose run is the last one, by the thread. */
  const runners = new Map<string, Agent>();
  let last = current();

  const agent = new Proxy({} as Agent, {
    // Forwards whatever the agent of the moment has, optional members included.
    get(_, key) {
      const now = current();
      if (key === "cancel" && runners.size > 0) {
        return async (run: AgentRunIds) => runners.get(run.threadId)?.cancel?.(run);
      }
      const member: unknown = now && Reflect.get(now, key);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (key === "run") {
          const [{ threadId }] = args as Parameters<Agent["run"]>;
          runners.set(threadId, now as Agent);
          followed.onChange?.();
        }
        return member.apply(now, args) as unknown;
      };
    },
  });
  all.set(agent, followed);
  return {
    agent,
    look() {
      const from = last;
      last = current();
      if (from !== last) followed.onChange?.(from);
    },
  };
}
