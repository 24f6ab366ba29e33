import { randomId } from "../../protocol/randomId.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { withState } from "../../protocol/withState.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadOwner } from "../client/clientTypes.ts";
import { prefetchHistory } from "../history/historyCommands.ts";
import { restoreThread } from "../persistence/restoreThread.ts";
import { installQueue } from "../queue/queue.ts";
import { loadReconnection, prefetchReconnection } from "../reconnect/connectCommand.ts";
import { checkRunParameters } from "../run/checkRunParameters.ts";
import { createDisposedError } from "../run/runError.ts";
import { createTurnController } from "../run/turnController.ts";
import { createToolRegistry } from "../tools/toolRegistry.ts";
import { type ChangeCause, createChangeQueue } from "./changeQueue.ts";
import { createCommands } from "./createCommands.ts";
import { initialSnapshot } from "./initialSnapshot.ts";
import { createListeners } from "./listeners.ts";
import { createPublishedStore, createSubscriberCounter } from "./publishedStore.ts";
import type { Thread } from "./thread.ts";
import { newTurn } from "./threadInternals.ts";
import type {
  ContextEntry,
  RequestOptions,
  RequestParameters,
  RunResult,
  ThreadOptions,
} from "./threadOptions.ts";

/**
 * Creates a thread: a conversation with one agent, with a store of snapshots to render and the commands
 * that change it. It does nothing until it runs, and faults of a server never make it throw.
 *
 * @typeParam TState - The shape of the state shared with the agent.
 * @example A conversation without React
 * ```ts
 * const thread = createThread({ agent: httpAgent({ url: "/agent" }) });
 * thread.store.subscribe(({ messages }) => render(messages));
 * const { outcome, error } = await thread.send("Hello");
 * ```
 * @throws AgentKitError `invalid-argument` when `agent` is not an agent, `initialMessages` are not AG-UI messages, or another
 * option has another shape than its type
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function createThread<TState = unknown>(options: ThreadOptions<TState>): Thread<TState> {
  checkArgument("agent", options?.agent);
  return withState<Thread, Thread<TState>>(createOwnedThread(options));
}

/** Runs an agent once, on a thread that exists for this run alone; see `Thread.request`. */
export async function runOnce(
  options: Pick<ThreadOptions, "agent" | keyof RequestOptions>,
  { messages = [], ...parameters }: Omit<RequestParameters, "signal">,
  signals: readonly AbortSignal[],
): Promise<RunResult> {
  const thread = createThread({ ...options, initialMessages: messages, maxAutomaticRuns: 0 });
  if (signals.some(({ aborted }) => aborted))
    return { outcome: "cancelled", result: undefined, newMessages: [] };
  try {
    const run = thread.run(parameters);
    for (const signal of signals) signal.addEventListener("abort", thread.stop);
    return await run;
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", thread.stop);
    thread.dispose();
  }
}

/**
 * Creates a thread that belongs to a client.
 *
 * @param restoreFrom - Restores the thread from its storage.
 */
export function createOwnedThread(
  options: ThreadOptions,
  owner?: ThreadOwner,
  restoreFrom = restoreThread,
): Thread {
  checkRunParameters(options);
  const { createId = randomId, now = Date.now, maxAutomaticRuns = 25 } = options;
  let snapshot = initialSnapshot(options, { at: now(), createId });
  /** Reduces the deltas that were received since the snapshot was read last (`drainBuffer` in `eventIngestor.ts`). */
  let pendingWork: (() => void) | undefined;
  let isDisposed = false;
  const getBaseSnapshot = () => {
    const work = pendingWork;
    pendingWork = undefined;
    work?.();
    return snapshot;
  };
  const { eventLog, storage, onIssue } = options;
  const changes = createChangeQueue(eventLog?.base ?? snapshot, () => {
    // The log must not be created before the restore has replaced the base of the queue.
    if (!internals.features.restoring) thread.getEventLog().catch(() => {});
  });
  changes.recordBufferedChanges = getBaseSnapshot;
  if (eventLog) changes.recordChange({ before: options.snapshot, after: snapshot });
  if (storage) snapshot = { ...snapshot, isRestoring: true };
  const { store, publisher, getPredicted } = createPublishedStore(getBaseSnapshot);
  const listeners = createListeners();
  const tools = createToolRegistry(owner?.tools, owner?.agentId);
  const contexts = new Set<ContextEntry>();
  const subscribers = createSubscriberCounter();
  /** Stops the requests beside the conversation. */
  const disposal = new AbortController();
  const { forwardedProps, prepareInput } = options;
  const requests = owner?.requests ?? (() => ({ forwardedProps, prepareInput }));

  function commit(
    next: Snapshot,
    when?: "now" | "frame",
    cause?: ChangeCause,
    from = snapshot,
  ): void {
    if (internals.features.forwardChange?.({ before: from, after: next, cause })) return;
    // A run starts from a snapshot with the user's message, which is a change of its own: the cause describes only
    // the step from there.
    if (from !== snapshot) changes.recordChange({ before: snapshot, after: from });
    changes.recordChange(
      cause?.name === "events" ? { cause } : { before: from, after: next, cause },
    );
    replaceSnapshot(next, when);
  }

  function replaceSnapshot(next: Snapshot, when: "now" | "frame" = "now"): void {
    snapshot = next;
    if (isDisposed) return;
    if (when === "now") publisher.publishNow();
    else publisher.schedulePublish();
  }

  const { internals, startTurn, retryTurn } = createTurnController({
    options,
    thread: () => thread,
    contexts: () => [...(owner?.contexts ?? []), ...contexts],
    requests,
    loadReconnection,
    undoStack: [],
    newBranch: {},
    queued: new Map(),
    features: {},
    tools,
    toolResults: new Map(),
    turnState: newTurn(),
    maxAutomaticRuns,
    listeners,
    createId,
    now,
    getBaseSnapshot,
    bufferUntilRead(work) {
      pendingWork = work;
      publisher.schedulePublish();
    },
    commit,
    changes,
    replaceSnapshot,
    isDisposed: () => isDisposed,
  });

  const thread: Thread = {
    threadId: snapshot.threadId,
    ...(owner && { agentId: owner.agentId }),
    agent: options.agent,
    onSendWithInterrupts: options.onSendWithInterrupts ?? "cancel",
    requestOptions: requests,
    ...(options.whenBusy && { whenBusy: options.whenBusy }),
    store: subscribers.countedStore(store),
    getSnapshot: getPredicted,
    subscriberCount: () => subscribers.count,
    isStored: () => {
      // Deltas that were not applied yet are not stored.
      getBaseSnapshot();
      return internals.features.isStored?.() ?? false;
    },
    addContext(entry) {
      checkArgument("entry", entry);
      contexts.add(entry);
      return () => {
        contexts.delete(entry);
      };
    },
    subscribe(added) {
      checkArgument("listeners", added);
      // A new listener does not receive events that came before it.
      getBaseSnapshot();
      return subscribers.addSubscriber(listeners.addListeners(added));
    },
    async request({ signal, ...parameters } = {}) {
      if (isDisposed) throw createDisposedError();
      const signals = [disposal.signal, ...(signal ? [signal] : [])];
      return runOnce({ ...requests(), agent: options.agent }, parameters, signals);
    },
    dispose() {
      isDisposed = true;
      disposal.abort();
      internals.stop();
      publisher.cancelPublish();
      listeners.clearListeners();
      internals.features.onTurnEnd?.();
      internals.features.onDispose?.();
      owner?.onDispose();
    },
    ...createCommands(internals, {
      startTurn,
      retryTurn,
      getPublished: store.getState,
      getPredicted,
    }),
  };
  if (onIssue) listeners.addListeners({ onIssue: (issue) => onIssue(issue, thread) });
  if (storage) {
    const restore = () => restoreFrom(internals, storage);
    internals.features.restoring = owner?.whenInUse?.then(restore) ?? restore();
  }
  // A queue that was stored or transferred continues after the next run.
  if (snapshot.queue.length > 0) installQueue(internals);
  owner?.onCreate({
    replaceConversation(next) {
      // Edits of the replaced conversation cannot be undone in this one.
      internals.undoStack.length = 0;
      commit(next);
      if (snapshot.queue.length > 0) installQueue(internals);
    },
    stopLocalRun() {
      const isBusy = internals.isBusy();
      if (isBusy) internals.stop();
      return isBusy;
    },
  });
  if (options.stateSchema) thread.validateState(options.stateSchema);
  prefetchHistory();
  prefetchReconnection(options.agent);
  return thread;
}
