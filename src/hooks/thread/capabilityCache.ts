import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import type { Followed } from "../providers/delegatingAgent.ts";

interface Asking {
  /** Asks one agent; nothing is known of one that cannot be asked, or fails. */
  readonly answerOf: (agent: Agent) => Promise<AgentCapabilities | undefined>;
  readonly followed: Followed;
  /** Who wants to know. */
  readonly listeners: ReadonlySet<unknown>;
  readonly read: () => AgentCapabilities | undefined;
  readonly take: (answer: AgentCapabilities | undefined) => void;
}

/** Looks whether an agent is to be asked. */
export interface AskingAgain {
  /** Somebody wants to know. */
  readonly look: () => void;
  /** An agent has begun a run. */
  readonly hasRun: () => void;
  /** Another agent has taken over from this one. */
  readonly exchange: (from: Agent) => void;
}

/** What agents have answered, also those that others have taken over from. */
const answers = new WeakMap<Agent, AgentCapabilities>();

/** How many agents are asked that take over from one another before one of them has run. */
const MAX_EXCHANGES = 3;

/**
 * Makes what asks agents that take over from one another. What is known stays until the next has
 * answered. An agent that is written inline is another object with every render, so one that says
 * what the one before has said is most likely the same, and there is nothing to hear until it has run.
 */
export function createCapabilityCache({
  answerOf,
  followed,
  listeners,
  read,
  take,
}: Asking): AskingAgain {
  let asked: Agent | undefined;
  let isAsking = false;
  let left = MAX_EXCHANGES;

  async function ask(now: Agent): Promise<void> {
    const known = answers.get(now);
    if (!known) left -= 1;
    isAsking = true;
    const given = known ?? (await answerOf(now));
    isAsking = false;
    asked = now;
    if (given) answers.set(now, given);
    const before = read();
    if (!known && JSON.stringify(given) === JSON.stringify(before)) left = 0;
    else if (given !== before) take(given);
    look();
  }

  function look(): void {
    const now = followed.current();
    if (!now || now === asked || isAsking || listeners.size === 0) return;
    if (left > 0 || answers.has(now)) void ask(now);
  }

  return {
    look,
    hasRun() {
      left = MAX_EXCHANGES;
      look();
    },
    exchange(from) {
      const before = read();
      // Whom the answer is of that was there from the beginning.
      if (!asked && before) answers.set(from, before);
      look();
    },
  };
}
