import { AgentKitError } from "../protocol/errors.ts";
import type { Message } from "../protocol/events.ts";
import { randomId } from "../protocol/randomId.ts";
import { readMessages } from "../protocol/readMessages.ts";
import type { OpenInterrupt } from "../reducer/openInterrupt.ts";
import { getOwn } from "../reducer/records.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { appendMessages, editState, restartWith } from "../reducer/transitions.ts";
import { type Cause, createChanges } from "./changes.ts";
import { firstSnapshot } from "./firstSnapshot.ts";
import { createLateVerbs, withVerbs } from "./lateVerbs.ts";
import { createListeners } from "./listeners.ts";
import { lateParts, loadLate } from "./loadLate.ts";
import { reportFailure } from "./reportFailure.ts";
import { restoreFrom } from "./restoreFrom.ts";
import { createShowing } from "./showing.ts";
import type { Thread } from "./thread.ts";
import { newTurn } from "./threadBase.ts";
import type { ThreadOwner } from "./threadOwner.ts";
import { registerIn } from "./tools/registerIn.ts";
import { createToolRegistry } from "./tools/registry.ts";
import type { AnyTool } from "./tools/types.ts";
import { createTurns, type Turns } from "./turns.ts";
import type { ContextEntry, RunParameters, StateUpdater, ThreadOptions } from "./types.ts";
import { createWatching } from "./watching.ts";

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
  let snapshot = firstSnapshot(options, { at: now(), createId });
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
  changes.settle = current;
  if (history) changes.take({ before: options.snapshot, after: snapshot });
  if (options.storage) snapshot = { ...snapshot, isRestoring: true };
  const { store, publisher, getSnapshot } = createShowing(current);
  const listeners = createListeners();
  const tools = createToolRegistry(owner?.tools, owner?.agentId);
  const contexts = new Set<ContextEntry>();
  const watching = createWatching();
  const { forwardedProps, prepareInput } = options;
  const requests = owner?.requests ?? (() => ({ forwardedProps, prepareInput }));

  function commit(
    next: Snapshot<TState>,
    when?: "now" | "frame",
    cause?: Cause,
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

  const turns: Turns<TState> = createTurns({
    options,
    thread: () => thread,
    contexts: () => [...(owner?.contexts ?? []), ...contexts],
    requests,
    past: [],
    queued: new Map(),
    rest: { awaited: 0 },
    tools,
    given: new Map(),
    memory: newTurn(),
    maxSteps,
    listeners,
    createId,
    now,
    getSnapshot: current,
    beforeLook(work) {
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
      return turns.begin(appendMessages(current(), readMessages([message])), parameters, sending);
    },
  });
  const { core, begin, beginAgain } = turns;
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
    watcherCount: () => watching.count,
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
      return begin(current(), parameters, parameters.resume ? undefined : "now");
    },
    stop,
    async retry() {
      if (stopping()) await stopping();
      assertReady();
      return beginAgain();
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
          : (late?.wishedState(next, store.getState(), getSnapshot(), snapshot) ?? next);
      if (!Object.is(value, visibleState)) {
        core.past.push([visibleState, value, now()]);
        core.past.splice(0, core.past.length - MAX_PAST);
        const edited = (late?.editPrecisely ?? editState)(snapshot, value, conflict);
        commit(edited, "now", { name: "state", conflict });
        // What the agent sends next takes it.
        loadLate().catch(() => {});
      }
      // Also without an edit of its own: there may be others that wait.
      if (run) withVerbs(({ runOnEdits }) => runOnEdits(core), core.rest).catch(reportFailure);
    },
    resetState: (how) => thread.setState((options.initialState ?? {}) as TState, how),
    canUndoEdit: () => lateParts()?.canTakeBack(core) ?? core.past.length > 0,
    checkState(schema, pointer) {
      const check = { schema, pointer };
      return listeners.add({
        onEvent({ type }, { state }) {
          if (!type.startsWith("STATE_")) return;
          withVerbs((verbs) => verbs.checkState(core, check, { type, state })).catch(reportFailure);
        },
      });
    },
    setMessages(next) {
      assertReady();
      const messages = typeof next === "function" ? next(current().messages) : next;
      const restarted = restartWith(current(), readMessages(messages));
      // Sub-agents load what knows of them; those that were stored, and gone since, are shown nowhere.
      commit(lateParts()?.withoutGoneSubagents(restarted) ?? restarted);
      // A call that is gone may come again under its id, and is another one then.
      for (const id of core.given.keys())
        if (!getOwn(snapshot.toolCalls, id)) core.given.delete(id);
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
      withVerbs((verbs) => verbs.watchQueue(core)).catch(reportFailure);
  };
  watchQueue();
  owner?.onMade({
    // Whose state it is, is the word of whoever hands it over.
    adopt(next) {
      // What was edited in another conversation cannot be taken back in this one.
      core.past.length = 0;
      commit(next as Snapshot<TState>);
      watchQueue();
    },
    halt() {
      const isBusy = core.isBusy();
      if (isBusy) stop();
      return isBusy;
    },
  });
  if (options.stateSchema) thread.checkState(options.stateSchema);
  return thread;
}
