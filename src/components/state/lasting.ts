import { delegateOf } from "../../hooks/providers/delegatingAgent.ts";
import type { Agent } from "../../protocol/agent.ts";
import { createThreadState as createUnmountingState, type PerThread } from "./perThreadState.ts";

type Thread = Parameters<PerThread<unknown>["read"]>[0];

/**
 * @internal Makes what is kept of a thread also when the provider that has been given the agent is mounted anew: the
 * agent its threads have is another one then, which follows the same.
 */
export function createThreadState<T>(initial: T): Pick<PerThread<T>, "read" | "update"> {
  const values = createUnmountingState(initial);
  return {
    read: (thread) => values.read(lasting(thread)),
    update: (thread, change) => values.update(lasting(thread), change),
  };
}

/**
 * Whom an agent that follows others has followed when something was first kept by it, or looked for: one that is
 * written inline is another with every render.
 */
const firsts = new WeakMap<Agent, Agent>();

function lasting({ agent, threadId }: Thread): Thread {
  const first = firsts.get(agent) ?? delegateOf(agent)?.currentAgent() ?? agent;
  firsts.set(agent, first);
  return { agent: first, threadId };
}
