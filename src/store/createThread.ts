import { createStore } from "zustand/vanilla";
import { AgentKitError } from "../protocol/errors.ts";
import type { Message } from "../protocol/events.ts";
import { randomId } from "../protocol/randomId.ts";
import { readMessages } from "../protocol/readMessages.ts";
import { createSnapshot } from "../reducer/createSnapshot.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { appendMessages, editState, endRun, restartWith } from "../reducer/transitions.ts";
import { createListeners } from "./listeners.ts";
import { lateParts } from "./loadLate.ts";
import { createPublisher } from "./publisher.ts";
import { reportFailure } from "./reportFailure.ts";
import { executeRun } from "./runLoop.ts";
import type { RunParameters, RunResult, StateUpdater, Thread, ThreadOptions } from "./types.ts";

const stopReason = () => new DOMException("The run was stopped.", "AbortError");

function firstSnapshot<TState>(options: ThreadOptions<TState>, at: number): Snapshot<TState> {
  const { snapshot, threadId = randomId(), initialMessages = [], initialState } = options;
  if (!snapshot) {
    return createSnapshot<TState>({
      threadId,
      messages: readMessages(initialMessages),
      ...(initialState !== undefined && { state: initialState }),
    });
  }
  if (!snapshot.ledger) {
    throw new AgentKitError(
      "invalid-argument",
      "This is no snapshot. Pass what getSnapshot() gave.",
    );
  }
  const { isAttached, phase } = snapshot.ledger;
  // Stored in the middle of a run: its stream is gone.
  const isCutOff = isAttached || phase === "active";
  return isCutOff ? endRun(snapshot, { at, cause: "stopped" }) : snapshot;
}

/**
 * Makes a thread: a conversation with one agent, with a store of snapshots to render and the verbs
 * to change it. It does nothing until it runs, and what a server does wrong never makes it throw.
 *
 * @typeParam TState - The shape of the state shared with the agent.
 * @example A conversation without React
 * ```ts
 * const thread = createThread({ agent: httpAgent({ url: "/agent" }) });
 * thread.store.subscribe(({ messages }) => render(messages));
 * const { outcome, error } = await thread.send("Hello");
 * ```
 * @throws AgentKitError `invalid-argument` when `initialMessages` are no AG-UI messages
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function createThread<TState = unknown>(options: ThreadOptions<TState>): Thread<TState> {
  const { agent, strict = false, createId = randomId, now = Date.now } = options;
  let snapshot = firstSnapshot(options, now());
  let controller: AbortController | undefined;
  let running: Promise<unknown> | undefined;
  let lastParameters: RunParameters<TState> = {};
  let isDisposed = false;
  const store = createStore<Snapshot<TState>>(() => snapshot);
  const listeners = createListeners();
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
    droppedIds: readonly string[] = [],
  ): Promise<RunResult> {
    const own = new AbortController();
    const release = () => {
      if (controller === own) controller = undefined;
    };
    controller = own;
    try {
      const run = executeRun({
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
        getSnapshot: () => snapshot,
        commit,
        release,
      });
      running = run.catch(() => {});
      return await run;
    } finally {
      release();
    }
  }

  return {
    threadId: snapshot.threadId,
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
      // `readonly` parts are not written to; the message type just does not say so.
      const message = { id: createId(), role: "user", content } as Message;
      const messages = readMessages([message]);
      lastParameters = parameters;
      return start(appendMessages(snapshot, messages), parameters);
    },
    async run(parameters = {}) {
      if (stopping()) await stopping();
      assertReady();
      lastParameters = parameters;
      return start(snapshot, parameters);
    },
    stop() {
      controller?.abort(stopReason());
    },
    async retry() {
      if (stopping()) await stopping();
      assertReady();
      // The state it was given then may have been edited since.
      const { state: _, ...parameters } = lastParameters;
      return start(snapshot, parameters, snapshot.run.unfinishedIds);
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
    },
    subscribe: listeners.add,
    dispose() {
      isDisposed = true;
      controller?.abort(stopReason());
      publisher.cancel();
      listeners.clear();
    },
  };
}
