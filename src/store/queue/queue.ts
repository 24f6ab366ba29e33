import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { reportUncaught } from "../thread/reportError.ts";
import type { QueuedSend, Sending, ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult, WhenBusy } from "../thread/threadOptions.ts";
import { findHold } from "./queueHold.ts";

type Content = QueuedMessage["content"];

/** What has come of a message that was not sent, and for which nobody has to do anything. */
const NOT_RUN: RunResult = { outcome: "cancelled", result: undefined, newMessages: [] };

/** Threads whose run is being stopped for a message, which no queued one may overtake. */
const interrupting = new WeakSet<object>();

/** Sends on a thread that is busy: later, or in place of what goes on; see `Thread.send`. */
export async function sendWhileBusy(
  core: ThreadInternals,
  content: Content,
  { parameters, whenBusy }: { parameters: RunParameters; whenBusy: WhenBusy },
): Promise<RunResult> {
  assertContent(content);
  // It may have been while this was loaded.
  if (core.isDisposed()) core.assertReady();
  if (whenBusy === "interrupt") return stopAndRun(core, () => core.send(content, parameters));
  return new Promise((resolve, reject) => {
    const id = core.createId();
    core.queued.set(id, { parameters, resolve, reject });
    setQueue(core, (queue) => [...queue, { id, content }]);
    watchQueue(core);
    // The turn may have ended while this was loaded.
    drainQueue(core);
  });
}

/** Lets the queue go on by itself, see `Thread.send`. */
export function watchQueue(core: ThreadInternals): void {
  core.hooks.onTurnEnd ??= () => drainQueue(core);
}

/** Threads that are to run on what was edited, as soon as they are free. */
const wanting = new WeakSet<object>();

/**
 * Runs the agent on the edits there are, once for all of them: at once, also when nothing was changed,
 * or when it is free, asks nothing and has not been stopped meanwhile.
 */
export function runOnEdits(core: ThreadInternals): void {
  watchQueue(core);
  const { run } = core.getSnapshot();
  // Whoever edits after a run that failed or was stopped wants another one.
  const isFree = !core.isBusy() && run.status !== "waiting";
  if (isFree && isUnasked(core.getSnapshot())) runNow(core);
  else wanting.add(core.hooks);
}

/** Runs on what no run has carried meanwhile. */
function runIfWanted(core: ThreadInternals): void {
  if (wanting.has(core.hooks) && core.getSnapshot().edits.length > 0) runNow(core);
  wanting.delete(core.hooks);
}

function runNow(core: ThreadInternals): void {
  wanting.delete(core.hooks);
  // How it ends is in the snapshot.
  core.thread().run().catch(reportUncaught);
}

/** Changes what a queued message says; see `Thread.editQueued`. */
export function editQueued(core: ThreadInternals, id: string, content: Content): void {
  assertContent(content);
  setQueue(core, (queue) => queue.map((item) => (item.id === id ? { id, content } : item)));
}

/** Moves a queued message; see `Thread.moveQueued`. */
export function moveQueued(core: ThreadInternals, id: string, index: number): void {
  setQueue(core, (queue) => {
    const moved = queue.find((item) => item.id === id);
    const others = queue.filter((item) => item !== moved);
    const at = Math.max(0, index);
    return moved ? [...others.slice(0, at), moved, ...others.slice(at)] : queue;
  });
  // It may have overtaken one that is held.
  core.hooks.onTurnEnd?.();
}

/** Takes a message out of the queue; see `Thread.removeQueued`. */
export function removeQueued(core: ThreadInternals, id: string): void {
  take(core, id)?.waiting?.resolve(NOT_RUN);
  core.hooks.onTurnEnd?.();
}

/** Sends a queued message now; see `Thread.sendQueued`. */
export async function sendQueued(core: ThreadInternals, id: string): Promise<void> {
  watchQueue(core);
  const isQueued = () => core.getSnapshot().queue.some((item) => item.id === id);
  if (!isQueued()) return;
  // It stays in the queue until the run has let go, which may take a while.
  const begin = async () => {
    if (!isQueued()) return;
    core.assertReady();
    await sendTaken(core, id, "now");
  };
  await stopAndRun(core, begin, isQueued);
}

/**
 * Takes a message out of the queue and begins to send it. One that the thread refuses, as what is
 * asked has to be answered first, stays, and whoever waits for it waits on.
 *
 * @throws why it was refused
 */
async function sendTaken(core: ThreadInternals, id: string, sending: Sending): Promise<void> {
  const { queue } = core.getSnapshot();
  const taken = take(core, id);
  if (!taken) return;
  const { message, waiting } = taken;
  const run = core.send(message.content, waiting?.parameters ?? {}, sending);
  if (core.isBusy()) {
    run.then(waiting?.resolve, waiting?.reject ?? reportUncaught);
    return;
  }
  if (waiting) core.queued.set(id, waiting);
  setQueue(core, () => queue);
  await run;
}

interface Taken {
  readonly message: QueuedMessage;
  /** Absent for a message that was stored: whoever sent it is gone. */
  readonly waiting: QueuedSend | undefined;
}

function take(core: ThreadInternals, id: string): Taken | undefined {
  const message = core.getSnapshot().queue.find((item) => item.id === id);
  if (!message) return undefined;
  const waiting = core.queued.get(id);
  core.queued.delete(id);
  setQueue(core, (queue) => queue.filter((item) => item !== message));
  return { message, waiting };
}

/**
 * Stops what goes on, and what somebody else begins meanwhile, waits until it has let go, and begins
 * something else in that very moment.
 *
 * @param isWanted - Whether it is still worth it to stop anything; asked again after every wait.
 */
async function stopAndRun<T>(
  core: ThreadInternals,
  begin: () => Promise<T>,
  isWanted: () => boolean = () => true,
): Promise<T> {
  while (core.isBusy() && !core.isDisposed() && isWanted()) {
    interrupting.add(core.hooks);
    core.stop();
    await core.stopping();
  }
  interrupting.delete(core.hooks);
  return begin();
}

/** Sends the next message when the agent is free and the last run gave no reason to stop and think. */
function drainQueue(core: ThreadInternals): void {
  if (core.isDisposed()) {
    void rejectQueued(core);
    return;
  }
  const { queue, run } = core.getSnapshot();
  const [next] = queue;
  // What failed or was stopped is not tried again by itself.
  if (run.status === "error" || run.outcome === "cancelled") wanting.delete(core.hooks);
  if (!next && !core.isBusy() && isWell(core.getSnapshot())) runIfWanted(core);
  if (!next || core.isBusy() || interrupting.has(core.hooks) || !isWell(core.getSnapshot())) return;
  const hold = findHold(core.thread(), next.id);
  if (hold) hold.onRelease = () => drainQueue(core);
  else sendTaken(core, next.id, "waited").catch(reportUncaught);
}

/** Ends the wait for what is queued: what is in a storage is there again when the thread is made again. */
async function rejectQueued({ queued, options, hooks }: ThreadInternals): Promise<void> {
  const waiting = [...queued];
  queued.clear();
  // What is written last is only about to be.
  const kept = options.storage && (await Promise.resolve().then(() => hooks.storedQueueIds?.()));
  const gone = new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
  for (const [id, { resolve, reject }] of waiting) {
    if (kept?.has(id)) resolve(NOT_RUN);
    else reject(gone);
  }
}

/** Whether nothing has happened that a person wants to look at before they say more. */
function isWell(snapshot: Snapshot): boolean {
  const { run } = snapshot;
  const isHalted = run.stopReason !== undefined && run.stopReason !== "follow-up";
  // One that was handed over with its queue has not run yet.
  const hasEnded = run.outcome !== undefined && run.outcome !== "cancelled";
  const isOver = run.status === "idle" && hasEnded;
  return isOver && !isHalted && isUnasked(snapshot);
}

/** Whether nothing is asked that a run would take back. */
function isUnasked({ run, interrupts }: Snapshot): boolean {
  return interrupts.length === 0 && run.pendingToolCallIds.length === 0;
}

/** @throws AgentKitError `invalid-argument`, and not only when its turn comes */
function assertContent(content: Content): void {
  // `readonly` parts are not written to; the message type just does not say so.
  parseMessages([{ id: "queued", role: "user", content } as Message]);
}

function setQueue(
  { getSnapshot, commit }: ThreadInternals,
  change: (queue: Snapshot["queue"]) => Snapshot["queue"],
): void {
  commit({ ...getSnapshot(), queue: change(getSnapshot().queue) });
}
