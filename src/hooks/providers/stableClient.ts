import type { Agent } from "../../protocol/agent.ts";
import { unref } from "../../protocol/runtime.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { AgentClient } from "../../store/client/clientTypes.ts";
import { createOwnedClient } from "../../store/client/createAgentClient.ts";
import type { Thread } from "../../store/thread/thread.ts";
import type {
  RequestOptions,
  ThreadOptions,
  TurnOptions,
} from "../../store/thread/threadOptions.ts";
import { createDelegatingAgent } from "./delegatingAgent.ts";

/** @internal A client whose agents can be replaced without losing its threads. */
export interface StableClient {
  readonly client: AgentClient;
  /** Returns true when these agents have the names of the client's agents, in the same order. */
  hasNames(agents: Readonly<Record<string, Agent>>): boolean;
  /** Uses these agents and request options for all runs that start from now on. */
  setAgents(agents: Readonly<Record<string, Agent>>, requests: RequestOptions): void;
  /**
   * Marks the client as in use, which lets its threads load from the storage. Calling the returned function
   * stops the client's runs and releases threads with a storage once they are persisted.
   */
  retainClient(): () => void;
  /** Returns true when threads were released. */
  isReleased(): boolean;
  /** Creates a client with the same threads, to replace one that was released. */
  recreateClient(): StableClient;
}

/** Delays between checks whether a thread is persisted, in milliseconds; each is twice the last. */
const FIRST_CHECK_MS = 100;
const MAX_CHECK_MS = 60_000;

/** @internal Creates a client for a provider; see {@link StableClient}. */
export function createStableClient(
  initial: Readonly<Record<string, Agent>>,
  options: TurnOptions & Pick<ThreadOptions, "storage" | "strict" | "onIssue"> = {},
  defaultThreadIds = new Map<string, string>(),
): StableClient {
  const names = Object.keys(initial);
  let current = initial;
  let retainCount = 0;
  let isReleased = false;
  let markInUse = () => {};
  // React may discard a render together with its client: a client reads no storage before it is mounted.
  const inUse = new Promise<void>((resolve) => {
    markInUse = resolve;
  });

  const delegating = names.map((name) => createDelegatingAgent(() => current[name]));
  const agents = Object.fromEntries(
    // There is one delegating agent per name.
    names.map((name, index) => [name, delegating[index]?.agent as Agent]),
  );
  const { client, stopLocalRuns } = createOwnedClient(
    { ...options, agents },
    { whenInUse: inUse, defaultThreadIds },
  );

  /**
   * Disposes the stored threads of an unmounted client. Checks the others again later, at growing intervals.
   *
   * @param stopped - Threads whose run was stopped: each stays until the run has ended, so that the end is stored.
   */
  function releaseThreads(stopped: ReadonlySet<Thread>, waitMs = FIRST_CHECK_MS): void {
    if (retainCount > 0) return;
    for (const thread of client.threads()) {
      if (!thread.isStored() || (stopped.has(thread) && isRunning(thread.getSnapshot().run)))
        continue;
      isReleased = true;
      thread.dispose();
    }
    if (client.threads().length === 0) return;
    unref(setTimeout(releaseThreads, waitMs, stopped, Math.min(2 * waitMs, MAX_CHECK_MS)));
  }

  return {
    client,
    hasNames: (agents) => Object.keys(agents).join("\n") === names.join("\n"),
    setAgents(agents, requests) {
      current = agents;
      client.setRequestOptions(requests);
      for (const { checkDelegate } of delegating) checkDelegate();
    },
    retainClient() {
      retainCount++;
      markInUse();
      return () => {
        retainCount--;
        // StrictMode releases and retains again within one tick; a real unmount does not.
        queueMicrotask(() => {
          if (retainCount > 0) return;
          const stopped = stopLocalRuns();
          // Without a storage, threads below a hidden <Activity> would be lost.
          if (client.storage) releaseThreads(stopped);
        });
      };
    },
    isReleased: () => isReleased,
    recreateClient: () => createStableClient(current, options, defaultThreadIds),
  };
}
