import { createStore } from "zustand/vanilla";
import { AgentKitError } from "../protocol/errors.ts";
import type { Message } from "../protocol/events.ts";
import { randomId } from "../protocol/randomId.ts";
import { readMessages } from "../protocol/readMessages.ts";
import { getOwn } from "../reducer/records.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { appendMessages, editState, restartWith } from "../reducer/transitions.ts";
import { firstSnapshot } from "./firstSnapshot.ts";
import { createListeners } from "./listeners.ts";
import { lateParts } from "./loadLate.ts";
import { loadPart } from "./loadPart.ts";
import { createPublisher } from "./publisher.ts";
import { reportFailure } from "./reportFailure.ts";
import { loadTools, runTurn } from "./runTurn.ts";
import { newTurn, type ThreadCore } from "./threadCore.ts";
import { registerIn } from "./tools/registerIn.ts";
import { createToolRegistry } from "./tools/registry.ts";
import type { AnyTool } from "./tools/types.ts";
import type { RunParameters, RunResult, StateUpdater, Thread, ThreadOptions } from "./types.ts";

const stopReason = () => new DOMException("The run was stopped.", "AbortError");

/** What a thread has of the client it belongs to. */
export interface ThreadOwner {
  readonly agentId: string;
  /** The client's tools for the thread's agent, which its own shadow. */
  readonly tools: () => readonly AnyTool[];
  readonly onDispose: () => void;
}

/** Makes a thread, see `createThread`. */
export function makeThread<TState>(
  options: ThreadOptions<TState>,
  owner?: ThreadOwner,
): Thread<TState> {
  const {
    agent,
    strict = false,
    createId = randomId,
    now = Date.now,
    maxSteps = 25,
    onSendWithInterrupts = "cancel",
  } = options;
  let snapshot = firstSnapshot(options, { at: now(), createId });
  let controller: AbortController | undefined;
  let running: Promise<unknown> | undefined;
  let lastParameters: RunParameters<TState> = {};
  let isDisposed = false;
  const store = createStore<Snapshot<TState>>(() => snapshot);
  const listeners = createListeners();
  const tools = createToolRegistry(owner?.tools);
  let predict: ((snapshot: Snapshot<TState>) => Snapshot<TState>) | undefined;
  const getSnapshot = () => {
    // Only a late event makes a prediction, so what shows it has been loaded by then.
    if (snapshot.ledger.predictingIds.length === 0) return snapshot;
    predict ??= lateParts()?.createPredictor<TState>(() => publisher.schedule());
    return predict?.(snapshot) ?? snapshot;
  };
  const publisher = createPublisher(() => {
    const next = getSnapshot();
    if (next !== store.getState()) store.setState(next, true);
  });

  function commit(next: Snapshot<TState>, when: "now" | "frame" = "now"): void {
    snapshot = next;
    if (isDisposed) return;
    if (when === "now") publisher.flush();
    else publisher.schedule();
  }

  function assertReady(): void {
    if (isDisposed) {
      throw new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
    }
    if (controller) {
      throw new AgentKitError(
        "thread-busy",
        "The thread is running. Wait for the run to end, or stop() it first.",
      );
    }
  }

  /** A run that was stopped takes a moment to let go; whoever runs next waits for it. */
  function stopping(): Promise<unknown> | undefined {
    return controller?.signal.aborted ? running : undefined;
  }

  async function start(
    from: Snapshot<TState>,
    parameters: RunParameters<TState>,
    { droppedIds = [], isRun = true }: { droppedIds?: readonly string[]; isRun?: boolean } = {},
  ): Promise<RunResult> {
    const own = new AbortController();
    const release = () => {
      if (controller === own) controller = undefined;
    };
    controller = own;
    try {
      const turn = runTurn(
        core,
        {
          agent,
          isStrict: strict,
          createId,
          now,
          signal: own.signal,
          listeners,
          from: parameters.state === undefined ? from : editState(from, parameters.state),
          droppedIds,
          parameters: {
            ...parameters,
            context: [...(options.context ?? []), ...(parameters.context ?? [])],
            tools: [...(options.tools ?? []), ...(parameters.tools ?? [])],
            forwardedProps: parameters.forwardedProps ?? options.forwardedProps,
          },
          tools,
          given: core.given,
          memory: core.memory,
          getSnapshot: () => snapshot,
          commit,
          release,
        },
        isRun,
      );
      running = turn.catch(() => {});
      return await turn;
    } finally {
      release();
    }
  }

  function forgetSteps(): void {
    Object.assign(core.memory, newTurn());
  }

  /** What the last run was given, for the next: its state and its answers are in the snapshot. */
  function sameParameters(): RunParameters<TState> {
    const { state: _, resume: __, ...parameters } = lastParameters;
    return parameters;
  }

  const core: ThreadCore<TState> = {
    thread: () => thread,
    tools,
    given: new Map(),
    memory: newTurn(),
    maxSteps,
    listeners,
    createId,
    now,
    getSnapshot: () => snapshot,
    commit,
    isBusy: () => isDisposed || controller !== undefined,
    goOn: () => start(snapshot, sameParameters()),
    takeUp() {
      commit({ ...snapshot, run: { ...snapshot.run, status: "executing" } });
      return start(snapshot, sameParameters(), { isRun: false });
    },
  };

  const thread: Thread<TState> = {
    threadId: snapshot.threadId,
    ...(owner && { agentId: owner.agentId }),
    onSendWithInterrupts,
    store: {
      getState: store.getState,
      getInitialState: store.getInitialState,
      subscribe: (listener) =>
        store.subscribe((state, previous) => {
          try {
            listener(state, previous);
          } catch (error) {
            // One that throws must not keep it from the others, nor break the run.
            reportFailure(error);
          }
        }),
    },
    getSnapshot,
    async send(content, parameters = {}) {
      // No await where none is needed: what the person sent shows at once.
      if (stopping()) await stopping();
      assertReady();
      if (onSendWithInterrupts === "block" && snapshot.interrupts.length > 0) {
        throw new AgentKitError(
          "interrupts-open",
          "The agent waits for an answer. Resolve or cancel every open interrupt first.",
        );
      }
      // `readonly` parts are not written to; the message type just does not say so.
      const message = { id: createId(), role: "user", content } as Message;
      const messages = readMessages([message]);
      lastParameters = parameters;
      forgetSteps();
      return start(appendMessages(snapshot, messages), parameters);
    },
    async run(parameters = {}) {
      if (stopping()) await stopping();
      assertReady();
      lastParameters = parameters;
      forgetSteps();
      return start(snapshot, parameters);
    },
    stop() {
      controller?.abort(stopReason());
    },
    async retry() {
      if (stopping()) await stopping();
      assertReady();
      forgetSteps();
      return start(snapshot, sameParameters(), { droppedIds: snapshot.run.unfinishedIds });
    },
    registerTool: (tool: AnyTool) => registerIn(tools, tool),
    getTool: (name) => tools.all().get(name),
    async answerToolCall(toolCallId, answer) {
      (await loadTools()).answerToolCall(core, toolCallId, answer);
    },
    async rerunToolCall(toolCallId) {
      const { rerunToolCall } = await loadTools();
      forgetSteps();
      if (stopping()) await stopping();
      assertReady();
      return rerunToolCall(core, toolCallId);
    },
    async resume(answers) {
      const { resumeInterrupts } = await loadPart(() => import("./resumeInterrupts.ts"));
      return resumeInterrupts(core, answers);
    },
    setState(next) {
      const value =
        typeof next === "function"
          ? // A state that is itself a function cannot be JSON, so a function is an updater.
            (next as StateUpdater<TState>)(snapshot.visibleState)
          : next;
      commit(editState(snapshot, value));
    },
    setMessages(next) {
      assertReady();
      const messages = typeof next === "function" ? next(snapshot.messages) : next;
      commit(restartWith(snapshot, readMessages(messages)));
      // A call that is gone may come again under its id, and is another one then.
      for (const id of core.given.keys())
        if (!getOwn(snapshot.toolCalls, id)) core.given.delete(id);
    },
    subscribe: listeners.add,
    dispose() {
      isDisposed = true;
      controller?.abort(stopReason());
      publisher.cancel();
      listeners.clear();
      owner?.onDispose();
    },
  };
  return thread;
}
