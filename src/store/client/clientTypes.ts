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
import type { AnyTool, RegisterTool } from "../tools/toolTypes.ts";

/**
 * Options of {@link createAgentClient}. Pass `agent` for one agent, or `agents` for several by
 * name.
 */
export interface AgentClientOptions
  extends TurnOptions,
    RequestOptions,
    Pick<
      ThreadOptions,
      "strict" | "onIssue" | "context" | "tools" | "createId" | "now" | "storage"
    > {
  /** The only agent. */
  readonly agent?: Agent;
  /** Agents by name. */
  readonly agents?: Readonly<Record<string, Agent>>;
}

/**
 * Names a thread of a client, and has options for its creation, which take precedence over the
 * client's.
 */
export interface ThreadRequest<TState = unknown>
  extends TurnOptions,
    RequestOptions,
    Pick<
      ThreadOptions<TState>,
      "initialMessages" | "initialState" | "snapshot" | "stateSchema" | "context"
    > {
  /** Id of the thread. @defaultValue the agent's default thread */
  readonly threadId?: string;
  /** Name of the agent. @defaultValue the first agent */
  readonly agentId?: string;
}

/** Owner of agents and their threads. A client does nothing until one of its threads runs. */
export interface AgentClient {
  /** Names of the agents, in the order given. A single `agent` has the name `"default"`. */
  readonly agentIds: readonly string[];
  /** Storage of the threads. */
  readonly storage: ThreadStorage | undefined;
  /** Returns the threads in the order of their creation, without disposed ones. */
  threads(): readonly Thread[];
  /**
   * Calls a listener when a thread is created or disposed, synchronously, also during a render.
   * Returns the function that removes the listener.
   */
  subscribe(listener: () => void): () => void;
  /**
   * Returns an agent by name, by default the first.
   *
   * @throws AgentKitError `invalid-argument` when no agent has that name
   */
  getAgent(agentId?: string): Agent;
  /**
   * Returns the thread with an id, and creates it on first request.
   *
   * @throws AgentKitError `invalid-argument` when no agent has that name, or the snapshot belongs
   * to another thread
   */
  thread<TState = unknown>(request?: ThreadRequest<TState>): Thread<TState>;
  /**
   * Offers a tool to every agent of this client, or to the agent that its `agentId` names, and
   * answers its calls in every thread. Returns the function that unregisters the tool.
   *
   * @see https://docs.ag-ui.com/concepts/tools
   */
  readonly registerTool: RegisterTool<Thread>;
  /**
   * Transfers a conversation to another agent of this client: same id, messages and state, instead
   * of what that agent's thread of this id contains. Interrupts and tool calls of the previous
   * agent are left behind, and its thread stays unchanged. Its queued messages move to the end of
   * the other queue, and their `send()` resolves with the outcome `cancelled`. They are
   * sent after the next run that succeeds.
   *
   * @returns The thread of the other agent.
   * @throws AgentKitError `thread-busy` while either thread runs, `invalid-argument` when no agent
   * has that name
   * @example From reception to sales
   * ```ts
   * const thread = client.transferThread(reception, "sales");
   * await thread.send("How much is it?");
   * ```
   */
  transferThread<TState>(thread: Thread<TState>, agentId: string): Thread<TState>;
  /** Replaces the request options of the client from the next run on, or those of one thread. */
  setRequestOptions(options: RequestOptions, thread?: Thread): void;
  /**
   * Sends a context entry to every agent of this client, or to the agent that its `agentId` names;
   * see `Thread.addContext`.
   */
  addContext(entry: ContextEntry): () => void;
  /** Stops every thread; see `Thread.stop`. */
  stop(): void;
  /** Disposes every thread. */
  dispose(): void;
}

/** Parts of a client that its threads use. */
export interface ThreadOwner {
  /** Name of the thread's agent. */
  readonly agentId: string;
  /** Returns the client's tools, which a thread's own tools shadow. */
  readonly tools: () => readonly AnyTool[];
  /** Context entries of the client. */
  readonly contexts: ReadonlySet<ContextEntry>;
  /** Returns the request options that apply now. */
  readonly requests: () => RequestOptions;
  /** Resolves when the thread may be restored from storage; absent where it may be at once. */
  readonly whenInUse: Promise<void> | undefined;
  /** Called with the owner controls when the thread has been created. */
  readonly onCreate: (controls: OwnerControls) => void;
  /** Called when the thread is disposed. */
  readonly onDispose: () => void;
}

/** Controls of a thread for its owner. */
export interface OwnerControls {
  /** Replaces the conversation by another agent's. */
  replaceConversation(snapshot: Snapshot): void;
  /** Stops the run of this tab; returns true when there was one. */
  stopLocalRun(): boolean;
}
