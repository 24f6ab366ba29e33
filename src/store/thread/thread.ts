import type { Agent } from "../../protocol/agent.ts";
import type { ContentPart, EventOf, Message, ResumeEntry } from "../../protocol/events.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import type { ValueSchema } from "../jsonSchema/valueSchema.ts";
import type { RegisterTool, ToolCallAnswer, ToolOptions } from "../tools/types.ts";
import type {
  AnswerProblem,
  ContextEntry,
  ReadonlyStore,
  RequestOptions,
  RunParameters,
  RunResult,
  SendOptions,
  SetStateOptions,
  StateUpdater,
  ThreadHistory,
  ThreadListeners,
  WhenBusy,
} from "./threadOptions.ts";

/**
 * A conversation with an agent: one store of snapshots, and the verbs that change it.
 *
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export interface Thread<TState = unknown> {
  readonly threadId: string;
  /** The name its client has for its agent; absent without a client. */
  readonly agentId?: string;
  readonly agent: Agent;
  /** What has been published: at most once per frame while text streams, at once at every boundary. */
  readonly store: ReadonlyStore<Snapshot<TState>>;
  /** The latest snapshot, published or not: for programs. */
  getSnapshot(): Snapshot<TState>;
  /** What `send()` does while interrupts are open. */
  readonly onSendWithInterrupts: "cancel" | "block";
  /** What is done to its requests before they go out. */
  requestOptions(): RequestOptions;
  /** What `send()` does while a run goes on, where the thread was given a wish. */
  readonly whenBusy?: WhenBusy;
  /**
   * Adds the person's message and runs the agent; runs it again as long as its tool calls are all
   * answered by handlers. Calls that still wait for a person are answered first: the user moved on.
   * While a run goes on, `whenBusy` says what happens. A queued message goes out by itself after a
   * run that ended well, and otherwise stays in `snapshot.queue`; the promise is kept when its run
   * has ended, with the outcome `cancelled` when it was taken out of the queue, or when the thread was
   * disposed and the queue is in its storage: it is there again with the thread.
   *
   * @throws AgentKitError `thread-busy` while a run or a handler goes on, `thread-disposed` after `dispose()`,
   *   `invalid-argument` when the content is none, or `resume` answers an expired interrupt,
   *   `interrupts-open` while interrupts are open and `onSendWithInterrupts` is `"block"`.
   */
  send(content: string | readonly ContentPart[], options?: SendOptions<TState>): Promise<RunResult>;
  /** Changes what a queued message says. */
  editQueued(id: string, content: QueuedMessage["content"]): Promise<void>;
  /** Moves a queued message to another place in the queue, counted from 0. */
  moveQueued(id: string, index: number): Promise<void>;
  /** Takes a queued message out of the queue. */
  removeQueued(id: string): Promise<void>;
  /** Sends a queued message now; stops the run that goes on. */
  sendQueued(id: string): Promise<void>;
  /** Runs the agent on the thread as it is. Throws as `send` does. */
  run(options?: RunParameters<TState>): Promise<RunResult>;
  /**
   * Ends the run that goes on, and the tool handlers of this thread, and keeps what came; the
   * outcome is `cancelled`. The next run may be started right away. Where the agent has a `cancel`,
   * the server is told as well.
   */
  stop(): void;
  /**
   * Runs again with what the last run was given, after dropping what it left unfinished. A run whose
   * connection was lost is taken up where the server still has it, and a `connect()` that failed is made again.
   * Throws as `send` does.
   */
  retry(): Promise<RunResult>;
  /**
   * Lets the agent answer again what the person has said last, or what a message answers. What it said
   * before stays, as another branch; the shared state goes back to what it was then.
   *
   * @throws AgentKitError as `send` does; `invalid-argument` when there is no such message
   */
  regenerate(messageId?: string, options?: RunParameters<TState>): Promise<RunResult>;
  /**
   * Says something else in place of what the person has said, and runs the agent on it. What was said
   * before, and all that followed, stays as another branch; the shared state goes back to what it was then.
   *
   * @throws AgentKitError as `send` does; `invalid-argument` for a message that is not the person's
   */
  edit(
    messageId: string,
    content: string | readonly ContentPart[],
    options?: RunParameters<TState>,
  ): Promise<RunResult>;
  /**
   * Shows another of the ways that the conversation has gone behind a message, as it was left last.
   *
   * @param after - A key of `snapshot.branches`.
   * @throws AgentKitError `invalid-argument` when there is no such branch, `thread-busy` and
   *   `thread-disposed` as `send` does
   */
  switchBranch(after: string, index: number): Promise<void>;
  /**
   * Goes back, or forth, to the end of a run: what is sent from there is another branch.
   *
   * @throws AgentKitError `invalid-argument` when the thread knows of no such run, `thread-busy` and
   *   `thread-disposed` as `send` does
   */
  goToRun(runId: string): Promise<void>;
  /**
   * Shows what the server knows of this thread: after a reload for instance, or for a thread that another
   * client has begun. An empty thread gets the latest page of its history, where the agent has one; then
   * the run that goes on at the server is attached to, or tells what was said. What is known already stays
   * as it is. The thread is busy meanwhile; `stop()` lets go. Earlier messages: `loadEarlier()`. When the
   * server cannot be reached, or cannot say whether more follows, that is shown as the error of the thread.
   *
   * @throws AgentKitError `invalid-argument` when the agent can neither `connect` nor has a `history`,
   *   `thread-busy` and `thread-disposed` as `send` does
   */
  connect(): Promise<RunResult>;
  /**
   * Asks the agent for what was said before, and puts it in front of the conversation, on all of its
   * branches: for an empty thread the latest page of its history, from then on page by page. Nothing that
   * is there already comes twice. It may be called while a run goes on; a call while one loads is the same
   * call. `snapshot.earlier` tells how far that is.
   *
   * @returns Whether there may be more.
   * @throws AgentKitError `invalid-argument` when the agent has no `history`, `thread-disposed` also when
   *   that happens meanwhile, `agent-failed` or what the agent throws when the answer cannot be had: then
   *   the conversation is what it was, and the next call tries again
   * @example The whole conversation
   * ```ts
   * while (await thread.loadEarlier());
   * ```
   * @see https://docs.ag-ui.com/concepts/messages
   */
  loadEarlier(): Promise<boolean>;
  /**
   * Everything that has happened in the thread, on all of its branches; see `serializeThread`. Pieces of a text
   * between which nobody has looked are one event there.
   */
  getHistory(): Promise<ThreadHistory>;
  /**
   * Offers a tool to this thread's agent, in place of one of the same name that the client has, and
   * answers its calls. Returns the function that takes it back.
   *
   * @example A tool that acts in the page
   * ```ts
   * thread.registerTool({
   *   name: "set_theme",
   *   description: "Changes the colours of the page",
   *   parameters: z.object({ theme: z.enum(["light", "dark"]) }),
   *   handler: ({ theme }) => applyTheme(theme),
   * });
   * ```
   * @see https://docs.ag-ui.com/concepts/tools
   */
  readonly registerTool: RegisterTool<Thread>;
  /** The tool in force under a name: the thread's own, else its client's. */
  getTool(name: string): ToolOptions | undefined;
  /**
   * Answers a tool call that waits for a person, or for the program. When it was the last one of
   * its turn, the agent runs again. Of several answers to one call the first counts.
   *
   * @throws AgentKitError `invalid-argument` when there is no such call
   */
  answerToolCall(toolCallId: string, answer: ToolCallAnswer): Promise<void>;
  /**
   * Runs the handler of an answered call again, or asks the person again, and the agent after it:
   * for a call that a reload or the person cut off.
   *
   * @throws AgentKitError `invalid-argument` when there is no such call, or no tool for it;
   *   `thread-busy` and `thread-disposed` as `send` does
   */
  rerunToolCall(toolCallId: string): Promise<RunResult>;
  /**
   * Answers open interrupts, some or all of them. Payloads are checked against the interrupt's
   * `responseSchema`. When the last one is answered, the agent runs, once, with all answers; until
   * then an answer can be given again.
   *
   * @returns What is wrong with the answers; empty when they were taken. Of several, either all are
   *   taken or none.
   * @example A person approves
   * ```ts
   * await thread.resume([{ interruptId, status: "resolved", payload: { approved: true } }]);
   * ```
   * @see https://docs.ag-ui.com/concepts/interrupts
   */
  resume(answers: readonly ResumeEntry[]): Promise<readonly AnswerProblem[]>;
  /**
   * Edits the shared state: seen at once in `visibleState`, sent with the next run. Until a run has
   * carried it, the edit lies as a JSON patch on top of whatever the agent sends; one that fits no
   * more is dropped, with an issue and an entry in `snapshot.droppedEdits`. With a run that opens with an
   * empty state, what it has carried stays visible until the agent says more.
   *
   * @param next - The state, made of the one that `store` has published: what the agent has done to it
   *   since then stays, and no prediction in it is taken for real. Or a function of the latest one without
   *   predictions. Not written to. `null` in its place says that there is none, whatever the agent adds.
   * @see https://docs.ag-ui.com/concepts/state
   */
  setState(next: TState | StateUpdater<TState>, options?: SetStateOptions): void;
  /** Edits the state back to the `initialState`. */
  resetState(options?: SetStateOptions): void;
  /**
   * Takes back the last `setState()` of this page that was not taken back yet, at most the last 500,
   * and leaves alone what the agent has done since. Letters that were typed into one text without a pause
   * go together; what the agent has overtaken is passed over.
   *
   * @returns Whether there was one.
   */
  undoEdit(): Promise<boolean>;
  /** Whether there is an edit that `undoEdit()` would take back. */
  canUndoEdit(): boolean;
  /** Gives up every edit that no run has carried yet. */
  discardEdits(): Promise<void>;
  /** Forgets what is in `snapshot.droppedEdits`. */
  dismissDroppedEdits(): Promise<void>;
  /**
   * Asks the agent for the state it has now, and keeps edits on top of it.
   *
   * @returns Whether the agent could say.
   * @throws what the agent's `getState` throws
   */
  resync(): Promise<boolean>;
  /**
   * Checks every state that the agent sends from now on, or the part of it at a JSON Pointer; what
   * does not fit is kept and becomes an issue. Returns the function that ends it.
   */
  validateState(schema: ValueSchema, pointer?: string): () => void;
  /**
   * Tells the agent a fact with every run, as long as it is not taken back. The entry is read when a
   * run starts, so whoever writes to it has the latest value sent. Returns the function that takes it
   * back.
   *
   * @example Where the person is
   * ```ts
   * const page = { description: "The page the person looks at", value: location.pathname };
   * const forget = thread.addContext(page);
   * ```
   * @see https://docs.ag-ui.com/concepts/architecture
   */
  addContext(entry: ContextEntry): () => void;
  /**
   * Files a meta event of the person's, feedback for instance, in `snapshot.annotations`, and tells
   * `onEvent` listeners. It is not sent anywhere: the draft has no way to send one.
   *
   * @param payload - A JSON object; `messageId`, `targetId` or `relatedId` in it says what it is about.
   * @see https://docs.ag-ui.com/drafts/meta-events
   */
  annotate(metaType: string, payload: object): Promise<void>;
  /** The same with an event that one of the `metaEvents` has made. */
  annotate(event: EventOf<"CUSTOM">): Promise<void>;
  /**
   * Replaces the conversation and forgets how the last run ended. Throws as `send` does, with
   * `invalid-argument` when these are no AG-UI messages.
   */
  setMessages(
    next: readonly Message[] | ((current: readonly Message[]) => readonly Message[]),
  ): void;
  /** How many listen to it or to its store; a thread that nobody looks at may be let go of. */
  subscriberCount(): number;
  /** Whether all that has happened in it is in its storage; never without one, nor while it is read. */
  isStored(): boolean;
  /** Adds listeners; returns the function that removes them. */
  subscribe(listeners: ThreadListeners): () => void;
  /** Stops the run and publishes nothing any more; the last snapshot stays readable. */
  dispose(): void;
}
