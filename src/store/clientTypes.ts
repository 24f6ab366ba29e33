import type { Agent } from "../protocol/agent.ts";
import type { RegisterTool } from "./tools/types.ts";
import type { Thread, ThreadOptions, TurnOptions } from "./types.ts";

/** How to make a client. Give `agent` for one, `agents` for several by name. */
export interface AgentClientOptions
  extends TurnOptions,
    Pick<ThreadOptions, "strict" | "context" | "forwardedProps" | "tools" | "createId" | "now"> {
  readonly agent?: Agent;
  readonly agents?: Readonly<Record<string, Agent>>;
}

/** Which thread a program wants from a client. */
export interface ThreadRequest<TState = unknown>
  extends Pick<ThreadOptions<TState>, "initialMessages" | "initialState" | "snapshot"> {
  /** @defaultValue the agent's default thread */
  readonly threadId?: string;
  /** @defaultValue the first agent */
  readonly agentId?: string;
}

/** Owns agents and their threads. Making one costs nothing until a thread runs. */
export interface AgentClient {
  /** The names of the agents, in the order they were given; a single `agent` is `"default"`. */
  readonly agentIds: readonly string[];
  /** @throws AgentKitError `invalid-argument` when no agent has that name. */
  getAgent(agentId?: string): Agent;
  /** The thread of that id, made on first request; two requests give the same thread. */
  thread<TState = unknown>(request?: ThreadRequest<TState>): Thread<TState>;
  /**
   * Offers a tool to every agent of this client, or to the one its `agentId` names, and answers its
   * calls in every thread. Returns the function that takes it back.
   *
   * @see https://docs.ag-ui.com/concepts/tools
   */
  readonly registerTool: RegisterTool<Thread>;
  /** Stops what goes on in every thread, see `Thread.stop`. */
  stop(): void;
  /** Disposes every thread. */
  dispose(): void;
}
