import type { Agent } from "../protocol/agent.ts";
import type { AgentClient } from "../store/clientTypes.ts";
import { createAgentClient } from "../store/createAgentClient.ts";
import type { RequestOptions, ThreadOptions, TurnOptions } from "../store/types.ts";
import { createFollower } from "./followedAgent.ts";

/** @internal A client whose agents can be exchanged without losing its threads. */
export interface FollowingClient {
  readonly client: AgentClient;
  /** Whether these agents have the names this client was made for, in the same order. */
  hasNames(agents: Readonly<Record<string, Agent>>): boolean;
  /** Runs that start from now on use these agents, and these options for what they send. */
  follow(agents: Readonly<Record<string, Agent>>, requests: RequestOptions): void;
  /** Marks the client as in use; its runs stop when the returned function is called. */
  hold(): () => void;
}

/** @internal */
export function createFollowingClient(
  initial: Readonly<Record<string, Agent>>,
  options: TurnOptions & Pick<ThreadOptions, "storage"> = {},
): FollowingClient {
  const names = Object.keys(initial);
  let current = initial;
  let holders = 0;

  const followers = names.map((name) => createFollower(() => current[name]));
  const client = createAgentClient({
    ...options,
    agents: Object.fromEntries(names.map((name, at) => [name, followers[at]?.agent as Agent])),
  });

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
      return () => {
        holders--;
        // StrictMode lets go and takes hold again within one tick; an unmount does not come back.
        queueMicrotask(() => {
          if (holders === 0) client.stop();
        });
      };
    },
  };
}
