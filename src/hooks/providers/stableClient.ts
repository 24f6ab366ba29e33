import type { Agent } from "../../protocol/agent.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { makeClient } from "../../store/client/makeClient.ts";
import type { AgentClient } from "../../store/client/types.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type {
  RequestOptions,
  ThreadOptions,
  TurnOptions,
} from "../../store/thread/threadOptions.ts";
import { unref } from "../../store/thread/unref.ts";
import { createFollower } from "./delegatingAgent.ts";

/** @internal A client whose agents can be exchanged without losing its threads. */
export interface StableClient {
  readonly client: AgentClient;
  /** Whether these agents have the names this client was made for, in the same order. */
  hasNames(agents: Readonly<Record<string, Agent>>): boolean;
  /** Runs that start from now on use these agents, and these options for what they send. */
  follow(agents: Readonly<Record<string, Agent>>, requests: RequestOptions): void;
  /**
   * Marks the client as in use, as which it takes up what is stored. When the returned function is called, its
   * runs stop; threads with a storage are let go of when all of them is stored.
   */
  hold(): () => void;
  /** Whether threads of it were let go of. */
  isOver(): boolean;
  /** A client that has the same threads again. */
  renewed(): StableClient;
}

/** How soon it is looked again whether a thread is stored, in milliseconds: each time twice as long after the last. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 60_000;

/** @internal */
export function createFollowingClient(
  initial: Readonly<Record<string, Agent>>,
  options: TurnOptions & Pick<ThreadOptions, "storage"> = {},
  defaultThreadIds = new Map<string, string>(),
): StableClient {
  const names = Object.keys(initial);
  let current = initial;
  let holders = 0;
  let isOver = false;
  let begin = () => {};
  // A render that React throws away makes a client as well: nobody sees what it would do.
  const inUse = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const followers = names.map((name) => createFollower(() => current[name]));
  const agents = Object.fromEntries(names.map((name, at) => [name, followers[at]?.agent as Agent]));
  const { client, halt } = makeClient({ ...options, agents }, { inUse, defaultThreadIds });

  /** @param halted - The threads whose runs were stopped, of which the end is still to be stored. */
  function letGo(halted: ReadonlySet<Thread>, waitMs = FIRST_LOOK_MS): void {
    if (holders > 0) return;
    for (const thread of client.threads()) {
      if (!thread.isStored() || (halted.has(thread) && isRunning(thread.getSnapshot().run)))
        continue;
      isOver = true;
      thread.dispose();
    }
    if (client.threads().length === 0) return;
    unref(setTimeout(letGo, waitMs, halted, Math.min(2 * waitMs, LAST_LOOK_MS)));
  }

  return {
    client,
    hasNames: (agents) => Object.keys(agents).join("\n") === names.join("\n"),
    follow(agents, requests) {
      current = agents;
      client.setRequestOptions(requests);
      for (const { look } of followers) look();
    },
    hold() {
      holders++;
      begin();
      return () => {
        holders--;
        // StrictMode lets go and takes hold again within one tick; an unmount does not come back.
        queueMicrotask(() => {
          if (holders > 0) return;
          const halted = halt();
          // Without a storage, what is hidden for a while would be lost.
          if (client.storage) letGo(halted);
        });
      };
    },
    isOver: () => isOver,
    renewed: () => createFollowingClient(current, options, defaultThreadIds),
  };
}
