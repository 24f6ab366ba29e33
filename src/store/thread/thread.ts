import type { Agent } from "../../protocol/agent.ts";
import type { ContentPart, EventOf, Message, ResumeEntry } from "../../protocol/events.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import type { SharedStateCommands } from "../sharedState/sharedStateCommands.ts";
import type { RegisterTool, ToolCallAnswer, ToolOptions } from "../tools/toolTypes.ts";
import type {
  AnswerProblem,
  ContextEntry,
  ReadonlyStore,
  RequestOptions,
  RequestParameters,
  RunParameters,
  RunResult,
  SendOptions,
  ThreadEventLog,
  ThreadListeners,
  WhenBusy,
} from "./threadOptions.ts";

/**
 * A conversation with an agent: one store of snapshots, and the commands that change it.
 *
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export interface Thread<TState = unknown> extends SharedStateCommands<TState> {
  /** Id of the thread, sent with every run. */
  readonly threadId: string;
  /** Name of the agent in its client; absent without a client. */
  readonly agentId?: string;
  /** The agent of the thread. */
  readonly agent: Agent;
  /** Published snapshots: at most one per frame while text streams, and one at every boundary. */
  readonly store: ReadonlyStore<Snapshot<TState>>;
  /** Returns the latest snapshot, published or not. */
  getSnapshot(): Snapshot<TState>;
  /** Behaviour of `send()` while interrupts are open. */
  readonly onSendWithInterrupts: "cancel" | "block";
  /** Returns the `forwardedProps` and `prepareInput` that apply to the next request. */
  requestOptions(): RequestOptions;
  /** Behaviour of `send()` during a run, where the thread was created with one. */
  readonly whenBusy?: WhenBusy;
  /**
   * Adds the user's message and runs the agent. The agent runs again while handlers answer all of
   * its tool calls. Tool calls that still wait for the user are cancelled. During a run, `whenBusy`
   * decides. A queued message is sent after the next run that succeeds, and otherwise stays in
   * `snapshot.queue`. A message that waits for `connect()` is sent when that ends, however the run before it has ended.
   *
   * @returns The result after the last run. A queued message resolves with the result of its run,
   * or with the outcome `cancelled` when it was removed from the queue. The outcome is the
   * same when the thread was disposed and the queue is persisted.
   * @throws AgentKitError `thread-busy` during a run or a handler. `thread-disposed` after `dispose()`.
   *   `invalid-argument` when the content is invalid or `resume` answers an expired interrupt. `interrupts-open` while
   *   interrupts are open and `onSendWithInterrupts` is `"block"`
   */
  send(content: string | readonly ContentPart[], options?: SendOptions<TState>): Promise<RunResult>;
  /** Replaces the content of a queued message. */
  editQueued(id: string, content: QueuedMessage["content"]): Promise<void>;
  /** Moves a queued message to another index in the queue, counted from 0. */
  moveQueued(id: string, index: number): Promise<void>;
  /** Removes a message from the queue. */
  removeQueued(id: string): Promise<void>;
  /** Sends a queued message now, and stops the current run for it. */
  sendQueued(id: string): Promise<void>;
  /** Runs the agent on the current conversation. Throws as `send` does. */
  run(options?: RunParameters<TState>): Promise<RunResult>;
  /**
   * Runs the agent once beside the conversation, with a thread id of its own: messages, log, shared state and run of this
   * thread stay as they are, and so does its status. The agent receives what is passed here, with the `forwardedProps` and
   * `prepareInput` of the thread. Several requests may run at once, also during a run.
   *
   * @returns The result of the run. Its outcome is `cancelled` when the signal aborts or the thread is disposed.
   * @throws AgentKitError `invalid-argument` when the messages are not AG-UI messages, `thread-disposed` after `dispose()`
   * @example Read a resource through the agent
   * ```ts
   * const forwardedProps = { __proxiedMCPRequest: { serverHash, method: "resources/read", params } };
   * const { result } = await thread.request({ forwardedProps });
   * ```
   * @see https://docs.ag-ui.com/concepts/agents
   */
  request(parameters?: RequestParameters): Promise<RunResult>;
  /**
   * Stops the current run and the tool handlers of this thread. Received content stays, and the
   * outcome is `cancelled`. The next run may start at once. An agent with `cancel` also stops the
   * run on the server.
   */
  stop(): void;
  /**
   * Repeats the last run with its parameters, without the messages and calls that it left unfinished.
   * A run whose connection was lost is resumed when the server still has it, and a failed `connect()`
   * is repeated. Throws as `send` does.
   */
  retry(): Promise<RunResult>;
  /**
   * Lets the agent reply to the last user message again, or the user message before `messageId`. The
   * previous reply stays as another branch, and the shared state returns to its value at that
   * message. An agent that spoke first starts again. A run before it cancels open interrupts, as with
   * `send`; when the user stops that run, the branch does not start.
   *
   * @throws AgentKitError as `send`; `interrupts-open` when the cancelling run is stopped; `invalid-argument` when there is no such message, or neither a user
   * message nor a run to repeat: `initialMessages` may have a greeting alone
   */
  regenerate(messageId?: string, options?: RunParameters<TState>): Promise<RunResult>;
  /**
   * Replaces a user message and runs the agent on the new content. The previous message and
   * everything after it stay as another branch, and the shared state returns to its value before
   * that message. Open interrupts are cancelled first, as by `regenerate`.
   *
   * @throws AgentKitError as `regenerate`; `invalid-argument` when the message is not a user message
   */
  edit(
    messageId: string,
    content: string | readonly ContentPart[],
    options?: RunParameters<TState>,
  ): Promise<RunResult>;
  /**
   * Switches to another branch after a message, and to the last state of that branch. Interrupts that are open on the
   * branch that is left wait there; the next run on another branch cancels them.
   *
   * @param after - A key of `snapshot.branches`: the id of the message before the branches.
   * @param index - Index of the branch, counted from 0.
   * @throws AgentKitError `invalid-argument` when there is no such branch, `thread-busy` and
   * `thread-disposed` as `send`
   */
  switchBranch(after: string, index: number): Promise<void>;
  /**
   * Goes to the end of a run, backwards or forwards. The next message starts a new branch there, and first cancels
   * the open interrupts of the current branch.
   *
   * @throws AgentKitError `invalid-argument` when the thread has no such run, `thread-busy` and
   * `thread-disposed` as `send`
   */
  goToRun(runId: string): Promise<void>;
  /**
   * Synchronises the thread with its server, for instance after a reload. An empty thread receives
   * the latest page of its history, where the agent has a `history`. A run that is active on the
   * server is attached to; otherwise the server may replay the last run. Known content stays
   * unchanged. The thread is busy meanwhile, and `stop()` cancels. When the server cannot be
   * reached, `snapshot.run` has the error.
   *
   * @throws AgentKitError `invalid-argument` when the agent has neither `connect` nor `history`,
   * `thread-busy` and `thread-disposed` as `send`
   * @see https://docs.ag-ui.com/concepts/messages
   */
  connect(): Promise<RunResult>;
  /**
   * Loads earlier messages from the agent and inserts them before the conversation, on all
   * branches. An empty thread receives the latest page of its history. Known messages are not
   * inserted again. May be called during a run; calls while a page loads share that page.
   * `snapshot.earlier` has the progress.
   *
   * @returns True when there may be more messages.
   * @throws AgentKitError `invalid-argument` when the agent has no `history`. `thread-disposed` when the thread is or
   *   was disposed meanwhile. `agent-failed` or the agent's own error when the page cannot be loaded: the conversation
   *   stays unchanged, and the next call tries again
   * @example Load the whole conversation
   * ```ts
   * while (await thread.loadEarlier());
   * ```
   * @see https://docs.ag-ui.com/concepts/messages
   */
  loadEarlier(): Promise<boolean>;
  /**
   * Returns the event log: everything that happened in the thread, on all branches; see `serializeThread`. Deltas
   * between two reads of the snapshot are one event.
   */
  getEventLog(): Promise<ThreadEventLog>;
  /**
   * Offers a tool to this thread's agent and answers its calls. A tool of the client with the same
   * name is shadowed. Returns the function that unregisters the tool.
   *
   * @example A tool that acts in the page
   * ```ts
   * thread.registerTool({
   *   name: "set_theme",
   *   description: "Changes the colors of the page",
   *   parameters: z.object({ theme: z.enum(["light", "dark"]) }),
   *   handler: ({ theme }) => applyTheme(theme),
   * });
   * ```
   * @see https://docs.ag-ui.com/concepts/tools
   */
  readonly registerTool: RegisterTool<Thread>;
  /** Returns the tool with a name: the thread's, else its client's. */
  getTool(name: string): ToolOptions | undefined;
  /**
   * Answers a tool call that waits for the user or the application. After the last open call of the
   * turn, the agent runs again. Only the first answer to a call counts.
   *
   * @throws AgentKitError `invalid-argument` when there is no such call
   */
  answerToolCall(toolCallId: string, answer: ToolCallAnswer): Promise<void>;
  /**
   * Runs the handler of an answered call again, or asks the user again, and then runs the agent.
   * Use it for a call that a reload or the user interrupted.
   *
   * @throws AgentKitError `invalid-argument` when there is no such call or no tool for it;
   * `thread-busy` and `thread-disposed` as `send`
   */
  rerunToolCall(toolCallId: string): Promise<RunResult>;
  /**
   * Answers some or all open interrupts. Payloads are validated against the `responseSchema` of
   * their interrupt. After the last answer the agent runs once with all answers; until then an
   * answer can be replaced, or taken back with `reopenInterrupt`.
   *
   * @returns Problems of the answers; empty when all of them were accepted. Either all answers are
   * accepted or none.
   * @example Approve a request
   * ```ts
   * await thread.resume([{ interruptId, status: "resolved", payload: { approved: true } }]);
   * ```
   * @see https://docs.ag-ui.com/concepts/interrupts
   */
  resume(answers: readonly ResumeEntry[]): Promise<readonly AnswerProblem[]>;
  /**
   * Takes the answer to an open interrupt back while the user changes it: no answer is sent until the interrupt is
   * answered again. The interrupt keeps the answer as its `previousAnswer`. Does nothing without an answer, and once
   * a run sends the answers.
   */
  reopenInterrupt(interruptId: string): Promise<void>;
  /**
   * Sends a context entry with every run until it is removed. The entry is read when a run starts,
   * so a changed `value` is sent as it is then. Returns the function that removes the entry.
   *
   * @example Send the current page
   * ```ts
   * const entry = { description: "The page the user is looking at", value: location.pathname };
   * const removeContext = thread.addContext(entry);
   * ```
   * @see https://docs.ag-ui.com/concepts/architecture
   */
  addContext(entry: ContextEntry): () => void;
  /**
   * Records a meta event of the user, feedback for instance, in `snapshot.annotations`, and calls
   * `onEvent` listeners. It is not sent to the agent, because the draft does not define how.
   *
   * @param payload - A JSON object; `messageId`, `targetId` or `relatedId` names its subject.
   * @see https://docs.ag-ui.com/drafts/meta-events
   */
  annotate(metaType: string, payload: object): Promise<void>;
  /** Records an event that one of the `metaEvents` has created. */
  annotate(event: EventOf<"CUSTOM">): Promise<void>;
  /**
   * Replaces the conversation and clears the outcome of the last run. Interrupts stay open; those of a conversation
   * that is emptied are cancelled by the next run. Throws as `send`, with
   * `invalid-argument` when these are not AG-UI messages.
   */
  setMessages(
    next: readonly Message[] | ((current: readonly Message[]) => readonly Message[]),
  ): void;
  /**
   * Returns the number of subscribers of the thread and of its store. A thread without subscribers
   * may be evicted.
   */
  subscriberCount(): number;
  /**
   * Returns true when every change is in the storage. False without a storage, and while the thread
   * is restored.
   */
  isStored(): boolean;
  /** Adds listeners; returns the function that removes them. */
  subscribe(listeners: ThreadListeners): () => void;
  /** Stops the run and publishing. The last snapshot stays readable. */
  dispose(): void;
}
