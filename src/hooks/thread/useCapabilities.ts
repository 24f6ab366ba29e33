import { useSyncExternalStore } from "react";
import type { Agent } from "../../protocol/agent.ts";
import type { AgentCapabilities } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { delegateOf } from "../providers/delegatingAgent.ts";
import { useNearestThread } from "../providers/useNearestThread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import type { AskingAgain } from "./capabilityCache.ts";

/**
 * Returns what the thread's agent says it can do; `undefined` as long as that is unknown.
 *
 * The agent is asked when the first component wants to know, once for all of them, and never by a
 * server that renders. One that cannot be asked, or fails to answer, is an agent of which nothing is
 * known: that is no error, and a component that is mounted later asks again. What the answer leaves
 * out is unknown as well, and not absent; `useCapability` tells the three cases apart. What an agent
 * has once answered is kept for as long as the agent object; exchange the object to ask again, and what
 * is known stays until there is another answer. An agent that is written inline is another object with
 * every render, and is asked about once for every run, not for every render.
 *
 * @example The agent's own name
 * ```tsx
 * const name = useCapabilities()?.identity?.name ?? "Assistant";
 * ```
 * @param target - Another conversation than the nearest, whose agent is meant.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function useCapabilities(target?: ThreadTarget): AgentCapabilities | undefined {
  return useCapabilitiesOf(useThread(target).agent);
}

/** @internal The same, and unknown outside both providers, for what can be shown there as well. */
export function useNearestCapabilities(): AgentCapabilities | undefined {
  return useCapabilitiesOf(useNearestThread()?.agent);
}

function useCapabilitiesOf(agent: Agent | undefined): AgentCapabilities | undefined {
  const { subscribe, read } = agent ? inquiryOf(agent) : NOBODY;
  return useSyncExternalStore(subscribe, read, readNothing);
}

const readNothing = () => undefined;

/** What is known of one agent, and who wants to know. */
interface Inquiry {
  /** Asks the agent, unless it has answered or is being asked. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => AgentCapabilities | undefined;
}

const NOBODY: Inquiry = { subscribe: () => () => {}, read: readNothing };

const inquiries = new WeakMap<Agent, Inquiry>();

function inquiryOf(agent: Agent): Inquiry {
  const known = inquiries.get(agent);
  if (known) return known;
  const made = createInquiry(agent);
  inquiries.set(agent, made);
  return made;
}

function createInquiry(agent: Agent): Inquiry {
  const listeners = new Set<() => void>();
  let answer: AgentCapabilities | undefined;
  let isAsking = false;
  let again: AskingAgain | undefined;
  const take = (given: AgentCapabilities | undefined) => {
    answer = given;
    for (const listener of [...listeners]) listener();
  };

  async function ask(): Promise<void> {
    isAsking = true;
    const given = await answerOf(agent);
    isAsking = false;
    // One that has taken over may have been faster.
    if (given && !answer) take(given);
  }

  const followed = delegateOf(agent);
  if (followed) {
    followed.onChange = (from) => {
      // As long as no other has taken over, a run is no news.
      if (!from) return again?.hasRun();
      import("./capabilityCache.ts").then(
        ({ createCapabilityCache }) => {
          again ??= createCapabilityCache({
            answerOf,
            followed,
            listeners,
            take,
            read: () => answer,
          });
          again.exchange(from);
        },
        // What is known stays, and the next that takes over may be asked.
        () => {},
      );
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!answer && !isAsking) void ask();
      again?.look();
      return () => {
        listeners.delete(listener);
      };
    },
    read: () => answer,
  };
}

/** Asks one agent; nothing is known of one that cannot be asked, or fails. */
async function answerOf(agent: Agent): Promise<AgentCapabilities | undefined> {
  try {
    // One that throws at once must not be asked again by the second mount of StrictMode.
    await undefined;
    // Whatever the types say: it comes from a server.
    const given: unknown = await agent.getCapabilities?.();
    return isRecord(given) ? given : undefined;
  } catch {
    return undefined;
  }
}
