import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { appendMessages, editState, replaceConversation } from "../../reducer/localUpdates.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadOwner } from "../client/threadOwner.ts";
import { restoreFrom } from "../persistence/restoreFrom.ts";
import { createTurnController, type Turns } from "../run/turnController.ts";
import { registerIn } from "../tools/registerIn.ts";
import { createToolRegistry } from "../tools/registry.ts";
import type { AnyTool } from "../tools/types.ts";
import { type ChangeCause, createChanges } from "./changeQueue.ts";
import { initialSnapshot } from "./initialSnapshot.ts";
import { createLateVerbs, withVerbs } from "./lateVerbs.ts";
import { createListeners } from "./listeners.ts";
import { lateParts, loadLate } from "./loadLate.ts";
import { createPublishedStore } from "./publishedStore.ts";
import { reportUncaught } from "./reportError.ts";
import { countSubscribers } from "./subscriberCount.ts";
import type { Thread } from "./thread.ts";
import { newTurn } from "./threadInternals.ts";
import type { ContextEntry, RunParameters, StateUpdater, ThreadOptions } from "./threadOptions.ts";

/** How many edits of the state can be taken back. */
const MAX_PAST = 500;

/** Makes a thread, see `createThread`. */
export function makeThread<TState>(
  options: ThreadOptions<TState>,
  owner?: ThreadOwner,
): Thread<TState> {
  const {
    createId = randomId,
    now = Date.now,
    maxSteps = 25,
    onSendWithInterrupts = "cancel",
  } = options;
  let snapshot = initialSnapshot(options, { at: now(), createId });
  /** What has arrived and is not in the snapshot yet. */
  let arrived: (() => void) | undefined;
  let isDisposed = false;
  const current = () => {
    const take = arrived;
    arrived = undefined;
    take?.();
    return snapshot;
  };
  const { history } = options;
  const changes = createChanges(history?.base ?? snapshot, () => {
    // Where it cannot be loaded now, it is tried again.
    if (!core.rest.restoring) thread.getHistory().catch(() => {});
  });
  changes.flush = current;
  if (history) changes.take({ before: options.snapshot, after: snapshot });
  if (options.storage) snapshot = { ...snapshot, isRestoring: true };
  const { store, publisher, getSnapshot } = createPublishedStore(current);
  const listeners = createListeners();
  const tools = createToolRegistry(owner?.tools, owner?.agentId);
  const contexts = new Set<ContextEntry>();
  const watching = countSubscribers();
  const { forwardedProps, prepareInput } = options;
  const requests = owner?.requests ?? (() => ({ forwardedProps, prepareInput }));

  function commit(
    next: Snapshot<TState>,
    when?: "now" | "frame",
    cause?: ChangeCause,
    from = snapshot,
  ): void {
    if (core.rest.divert?.({ before: from, after: next, cause })) return;
    if (from !== snapshot) changes.take({ before: snapshot, after: from });
    changes.take(cause?.name === "events" ? { cause } : { before: from, after: next, cause });
    show(next, when);
  }

  function show(next: Snapshot<TState>, when: "now" | "frame" = "now"): void {
    snapshot = next;
    if (isDisposed) return;
    if (when === "now") publisher.flush();
    else publisher.schedule();
  }

  function assertFree({ resume }: RunParameters<TState>): void {
    turns.core.assertReady();
    const isTaken = ({ id }: OpenInterrupt) =>
      resume?.some(({ interruptId }) => interruptId === id);
    if (onSendWithInterrupts === "block" && !current().interrupts.every(isTaken)) {
      throw new AgentKitError(
        "interrupts-open",
        "Answer every open interrupt first. Given answers are sent by retry().",
      );
    }
  }

  const turns: Turns<TState> = createTurnController({
    options,
    thread: () => thread,
    contexts: () => [...(owner?.contexts ?? []), ...contexts],
    requests,
    undoStack: [],
    queued: new Map(),
    rest: { awaited: 0 },
    tools,
    toolResults: new Map(),
    turnState: newTurn(),
    maxSteps,
    listeners,
    createId,
    now,
    getSnapshot: current,
    deferUntilRead(work) {
      arrived = work;
      publisher.schedule();
    },
    commit,
    changes,
    show,
    isDisposed: () => isDisposed,
    async send(content, parameters, sending = "now") {
      assertFree(parameters);
      // `readonly` parts are not written to; the message type just does not say so.
      const message = { id: createId(), role: "user", content } as Message;
      return turns.startTurn(
        appendMessages(current(), parseMessages([message])),
        parameters,
        sending,
      );
    },
  });
  const { core, startTurn, retryTurn } = turns;
  const { stopping, assertReady, stop } = core;

  const thread: Thread<TState> = {
    threadId: snapshot.threadId,
    ...(owner && { agentId: owner.agentId }),
    agent: options.agent,
    onSendWithInterrupts,
    requestOptions: requests,
    ...(options.whenBusy && { whenBusy: options.whenBusy }),
    store: watching.reading(store),
    getSnapshot,
    subscriberCount: () => watching.count,
    isStored: () => current() && !core.rest.awaited && (core.rest.isStored?.() ?? false),
    async send(content, { whenBusy = options.whenBusy, ...parameters } = {}) {
      // No await where none is needed: what the person sent shows at once.
      if (stopping()) await stopping();
      if (core.isBusy() && !isDisposed && whenBusy && whenBusy !== "reject") {
        return withVerbs(
          (verbs) => verbs.sendWhileBusy(core, content, { parameters, whenBusy }),
          core.rest,
        );
      }
      return core.send(content, parameters);
    },
    async run(parameters = {}) {
      if (stopping()) await stopping();
      assertFree(parameters);
      // What answers a question says nothing.
      return startTurn(current(), parameters, parameters.resume ? undefined : "now");
    },
    stop,
    async retry() {
      if (stopping()) await stopping();
      assertReady();
      return retryTurn();
    },
    registerTool: (tool: AnyTool) => registerIn(tools, tool),
    getTool: (name) => tools.all().get(name),
    addContext(entry) {
      contexts.add(entry);
      return () => {
        contexts.delete(entry);
      };
    },
    ...createLateVerbs(core),
    setState(next, { run = false, conflict = options.conflict } = {}) {
      const { visibleState } = current();
      const late = lateParts();
      const value =
        typeof next === "function"
          ? // A state that is itself a function cannot be JSON, so a function is an updater.
            (next as StateUpdater<TState>)(visibleState)
          : (late?.desiredState(next, store.getState(), getSnapshot(), snapshot) ?? next);
      if (!Object.is(value, visibleState)) {
        core.undoStack.push([visibleState, value, now()]);
        core.undoStack.splice(0, core.undoStack.length - MAX_PAST);
        const edited = (late?.editStateAsPatch ?? editState)(snapshot, value, conflict);
        commit(edited, "now", { name: "state", conflict });
        // What the agent sends next takes it.
        loadLate().catch(() => {});
      }
      // Also without an edit of its own: there may be others that wait.
      if (run) withVerbs(({ runOnEdits }) => runOnEdits(core), core.rest).catch(reportUncaught);
    },
    resetState: (how) => thread.setState((options.initialState ?? {}) as TState, how),
    canUndoEdit: () => lateParts()?.canUndo(core) ?? core.undoStack.length > 0,
    validateState(schema, pointer) {
      const check = { schema, pointer };
      return listeners.add({
        onEvent({ type }, { state }) {
          if (!type.startsWith("STATE_")) return;
          withVerbs((verbs) => verbs.checkState(core, check, { type, state })).catch(
            reportUncaught,
          );
        },
      });
    },
    setMessages(next) {
      assertReady();
      const messages = typeof next === "function" ? next(current().messages) : next;
      const restarted = replaceConversation(current(), parseMessages(messages));
      // Sub-agents load what knows of them; those that were stored, and gone since, are shown nowhere.
      commit(lateParts()?.pruneSubagents(restarted) ?? restarted);
      // A call that is gone may come again under its id, and is another one then.
      for (const id of core.toolResults.keys())
        if (!getOwn(snapshot.toolCalls, id)) core.toolResults.delete(id);
    },
    subscribe(added) {
      // What came before is nothing to it.
      current();
      return watching.watch(listeners.add(added));
    },
    dispose() {
      isDisposed = true;
      stop();
      publisher.cancel();
      listeners.clear();
      core.rest.listener?.();
      core.rest.close?.();
      owner?.onDispose();
    },
  };
  const { storage } = options;
  if (storage) {
    const restore = () => restoreFrom(core, storage);
    core.rest.restoring = owner?.inUse?.then(restore) ?? restore();
  }
  // A queue that was stored, or handed over, goes on after the next run.
  const watchQueue = () => {
    if (snapshot.queue.length > 0)
      withVerbs((verbs) => verbs.watchQueue(core)).catch(reportUncaught);
  };
  watchQueue();
  owner?.onMade({
    // Whose state it is, is the word of whoever hands it over.
    adopt(next) {
      // What was edited in another conversation cannot be taken back in this one.
      core.undoStack.length = 0;
      commit(next as Snapshot<TState>);
      watchQueue();
    },
    halt() {
      const isBusy = core.isBusy();
      if (isBusy) stop();
      return isBusy;
    },
  });
  if (options.stateSchema) thread.validateState(options.stateSchema);
  return thread;
}
