import type { Agent } from "../../protocol/agent.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadStorage } from "../persistence/threadStorage.ts";
import type { Thread } from "../thread/thread.ts";
import type {
  ContextEntry,
  RequestOptions,
  ThreadOptions,
  TurnOptions,
} from "../thread/threadOptions.ts";
import type { AnyTool, RegisterTool } from "../tools/types.ts";

/** How to make a client. Give `agent` for one, `agents` for several by name. */
export interface AgentClientOptions
  extends TurnOptions,
    RequestOptions,
    Pick<ThreadOptions, "strict" | "context" | "tools" | "createId" | "now" | "storage"> {
  readonly agent?: Agent;
  readonly agents?: Readonly<Record<string, Agent>>;
}

/**
 * Which thread a program wants from a client, and what counts when it is made: for its own options,
 * else the client's.
 */
export interface ThreadRequest<TState = unknown>
  extends TurnOptions,
    RequestOptions,
    Pick<
      ThreadOptions<TState>,
      "initialMessages" | "initialState" | "snapshot" | "stateSchema" | "context"
    > {
  /** @defaultValue the agent's default thread */
  readonly threadId?: string;
  /** @defaultValue the first agent */
  readonly agentId?: string;
}

/** Owns agents and their threads. Making one costs nothing until a thread runs. */
export interface AgentClient {
  /** The names of the agents, in the order they were given; a single `agent` is `"default"`. */
  readonly agentIds: readonly string[];
  /** Where its threads are kept. */
  readonly storage: ThreadStorage | undefined;
  /** Its threads at this moment, in the order they were made; those that were disposed are not. */
  threads(): readonly Thread[];
  /** Calls a listener whenever a thread was made or disposed: within whatever has done it, a render too. */
  subscribe(listener: () => void): () => void;
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
  /**
   * Gives a conversation to another agent of this client: the same id, messages and state, in place of
   * what its thread of that id held. What the agent before waits for is left behind, and its thread
   * stays as it is, but for what is still queued: that moves, behind what is queued there, and whoever
   * has sent it is told `cancelled`. It goes out after the next run that ends well.
   *
   * @throws AgentKitError `thread-busy` while either thread runs, `invalid-argument` when no agent has that
   *   name.
   * @example From the receptionist to sales
   * ```ts
   * const thread = client.handOver(reception, "sales");
   * await thread.send("How much is it?");
   * ```
   */
  transferThread<TState>(thread: Thread<TState>, agentId: string): Thread<TState>;
  /**
   * Replaces what its threads do to their requests, from the next run on; with a thread, what that one
   * does in place of it.
   */
  setRequestOptions(options: RequestOptions, thread?: Thread): void;
  /** Tells every agent of this client a fact, or the one its `agentId` names; see `Thread.addContext`. */
  addContext(entry: ContextEntry): () => void;
  /** Stops what goes on in every thread, see `Thread.stop`. */
  stop(): void;
  /** Disposes every thread. */
  dispose(): void;
}

/** What a thread has of the client it belongs to. */
export interface ThreadOwner {
  readonly agentId: string;
  /** The client's tools, which the thread's own shadow. */
  readonly tools: () => readonly AnyTool[];
  /** What the client tells its agents. */
  readonly contexts: ReadonlySet<ContextEntry>;
  readonly requests: () => RequestOptions;
  /** Resolves when the thread may take up what is stored; absent where it may at once. */
  readonly whenInUse: Promise<void> | undefined;
  readonly onCreate: (reins: OwnerControls) => void;
  readonly onDispose: () => void;
}

/** What only the owner of a thread does to it. */
export interface OwnerControls {
  /** Gives the thread another conversation, that of another agent. */
  replaceConversation(snapshot: Snapshot): void;
  /** Stops what this page runs in it; returns whether there was anything. */
  stopLocalRun(): boolean;
}
