import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { QueuedSend, Sending, ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult, WhenBusy } from "../thread/threadOptions.ts";

type Content = QueuedMessage["content"];

/** What has come of a message that was not sent, and for which nobody has to do anything. */
const NOT_RUN: RunResult = { outcome: "cancelled", result: undefined, newMessages: [] };

/** Threads whose run is being stopped for a message, which no queued one may overtake. */
const interrupting = new WeakSet<object>();

/** Sends on a thread that is busy: later, or in place of what goes on; see `Thread.send`. */
export async function sendWhileBusy(
  internals: ThreadInternals,
  content: Content,
  { parameters, whenBusy }: { parameters: RunParameters; whenBusy: WhenBusy },
): Promise<RunResult> {
  assertContent(content);
  // It may have been while this was loaded.
  if (internals.isDisposed()) internals.assertReady();
  if (whenBusy === "interrupt")
    return stopAndRun(internals, () => internals.send(content, parameters));
  return new Promise((resolve, reject) => {
    const id = internals.createId();
    internals.queued.set(id, { parameters, resolve, reject });
    setQueue(internals, (queue) => [...queue, { id, content }]);
    watchQueue(internals);
    // The turn may have ended while this was loaded.
    drainQueue(internals);
  });
}

/** Lets the queue go on by itself, see `Thread.send`. */
export function watchQueue(internals: ThreadInternals): void {
  internals.hooks.onTurnEnd ??= () => drainQueue(internals);
}

/** Threads that are to run on what was edited, as soon as they are free. */
const wanting = new WeakSet<object>();

/**
 * Runs the agent on the edits there are, once for all of them: at once, also when nothing was changed,
 * or when it is free, asks nothing and has not been stopped meanwhile.
 */
export function runOnEdits(internals: ThreadInternals): void {
  watchQueue(internals);
  const { run } = internals.getSnapshot();
  // Whoever edits after a run that failed or was stopped wants another one.
  const isFree = !internals.isBusy() && run.status !== "waiting";
  if (isFree && isUnasked(internals.getSnapshot())) runNow(internals);
  else wanting.add(internals.hooks);
}

/** Runs on what no run has carried meanwhile. */
function runIfWanted(internals: ThreadInternals): void {
  if (wanting.has(internals.hooks) && internals.getSnapshot().edits.length > 0) runNow(internals);
  wanting.delete(internals.hooks);
}

function runNow(internals: ThreadInternals): void {
  wanting.delete(internals.hooks);
  // How it ends is in the snapshot.
  internals.thread().run().catch(reportUncaught);
}

/** Changes what a queued message says; see `Thread.editQueued`. */
export function editQueued(internals: ThreadInternals, id: string, content: Content): void {
  assertContent(content);
  setQueue(internals, (queue) => queue.map((item) => (item.id === id ? { id, content } : item)));
}

/** Moves a queued message; see `Thread.moveQueued`. */
export function moveQueued(internals: ThreadInternals, id: string, index: number): void {
  setQueue(internals, (queue) => {
    const moved = queue.find((item) => item.id === id);
    const others = queue.filter((item) => item !== moved);
    const at = Math.max(0, index);
    return moved ? [...others.slice(0, at), moved, ...others.slice(at)] : queue;
  });
  // It may have overtaken one that is held.
  internals.hooks.onTurnEnd?.();
}

/** Takes a message out of the queue; see `Thread.removeQueued`. */
export function removeQueued(internals: ThreadInternals, id: string): void {
  take(internals, id)?.waiting?.resolve(NOT_RUN);
  internals.hooks.onTurnEnd?.();
}

/** Sends a queued message now; see `Thread.sendQueued`. */
export async function sendQueued(internals: ThreadInternals, id: string): Promise<void> {
  watchQueue(internals);
  const isQueued = () => internals.getSnapshot().queue.some((item) => item.id === id);
  if (!isQueued()) return;
  // It stays in the queue until the run has let go, which may take a while.
  const begin = async () => {
    if (!isQueued()) return;
    internals.assertReady();
    await sendTaken(internals, id, "now");
  };
  await stopAndRun(internals, begin, isQueued);
}

/**
 * Takes a message out of the queue and begins to send it. One that the thread refuses, as what is
 * asked has to be answered first, stays, and whoever waits for it waits on.
 *
 * @throws why it was refused
 */
async function sendTaken(internals: ThreadInternals, id: string, sending: Sending): Promise<void> {
  const { queue } = internals.getSnapshot();
  const taken = take(internals, id);
  if (!taken) return;
  const { message, waiting } = taken;
  const run = internals.send(message.content, waiting?.parameters ?? {}, sending);
  if (internals.isBusy()) {
    run.then(waiting?.resolve, waiting?.reject ?? reportUncaught);
    return;
  }
  if (waiting) internals.queued.set(id, waiting);
  setQueue(internals, () => queue);
  await run;
}

interface Taken {
  readonly message: QueuedMessage;
  /** Absent for a message that was stored: whoever sent it is gone. */
  readonly waiting: QueuedSend | undefined;
}

function take(internals: ThreadInternals, id: string): Taken | undefined {
  const message = internals.getSnapshot().queue.find((item) => item.id === id);
  if (!message) return undefined;
  const waiting = internals.queued.get(id);
  internals.queued.delete(id);
  setQueue(internals, (queue) => queue.filter((item) => item !== message));
  return { message, waiting };
}

/**
 * Stops what goes on, and what somebody else begins meanwhile, waits until it has let go, and begins
 * something else in that very moment.
 *
 * @param isWanted - Whether it is still worth it to stop anything; asked again after every wait.
 */
async function stopAndRun<T>(
  internals: ThreadInternals,
  begin: () => Promise<T>,
  isWanted: () => boolean = () => true,
): Promise<T> {
  while (internals.isBusy() && !internals.isDisposed() && isWanted()) {
    interrupting.add(internals.hooks);
    internals.stop();
    await internals.stopping();
  }
  interrupting.delete(internals.hooks);
  return begin();
}

/** Sends the next message when the agent is free and the last run gave no reason to stop and think. */
function drainQueue(internals: ThreadInternals): void {
  if (internals.isDisposed()) {
    void rejectQueued(internals);
    return;
  }
  const { queue, run } = internals.getSnapshot();
  const [next] = queue;
  // What failed or was stopped is not tried again by itself.
  if (run.status === "error" || run.outcome === "cancelled") wanting.delete(internals.hooks);
  if (!next && !internals.isBusy() && isWell(internals.getSnapshot())) runIfWanted(internals);
  if (
    !next ||
    internals.isBusy() ||
    interrupting.has(internals.hooks) ||
    !isWell(internals.getSnapshot())
  )
    return;
  const hold = findHold(internals.thread(), next.id);
  if (hold) hold.onRelease = () => drainQueue(internals);
  else sendTaken(internals, next.id, "waited").catch(reportUncaught);
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

/** That somebody works on a queued message, which must not go out meanwhile. */
interface QueueHold {
  readonly id: string;
  /** What has to wait until then. */
  onRelease?: () => void;
}

/** By thread, since what a person has opened is no part of the conversation. */
const holds = new WeakMap<object, Set<QueueHold>>();

/** Keeps a queued message, and those behind it, until the returned function is called. */
export function holdQueued(thread: object, id: string): () => void {
  const all = holds.get(thread) ?? new Set();
  const hold: QueueHold = { id };
  holds.set(thread, all.add(hold));
  return () => {
    if (all.delete(hold)) hold.onRelease?.();
  };
}

/** What keeps a message. */
export function findHold(thread: object, id: string): QueueHold | undefined {
  return [...(holds.get(thread) ?? [])].find((hold) => hold.id === id);
}
