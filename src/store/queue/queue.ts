import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { QueuedSend, Sending, ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult, WhenBusy } from "../thread/threadOptions.ts";

type Content = QueuedMessage["content"];

/** Result of a message that was not sent, and that needs no further action. */
const NOT_RUN: RunResult = { outcome: "cancelled", result: undefined, newMessages: [] };

/** Threads whose run is being stopped for a message; no queued message is sent meanwhile. */
const interrupting = new WeakSet<object>();

/** Sends a message during a run: after the run, or after stopping it; see `Thread.send`. */
export async function sendWhileBusy(
  internals: ThreadInternals,
  content: Content,
  { parameters, whenBusy }: { parameters: RunParameters; whenBusy: WhenBusy },
): Promise<RunResult> {
  assertContent(content);
  if (whenBusy === "interrupt")
    return stopAndRun(internals, () => internals.send(content, parameters));
  return new Promise((resolve, reject) => {
    const id = internals.createId();
    internals.queued.set(id, { parameters, resolve, reject });
    setQueue(internals, (queue) => [...queue, { id, content }]);
    watchQueue(internals);
  });
}

/** Sends queued messages after future turns; see `Thread.send`. */
export function watchQueue(internals: ThreadInternals): void {
  internals.hooks.onTurnEnd ??= () => drainQueue(internals);
}

/** Threads that run on edits of the state as soon as they are free. */
const wanting = new WeakSet<object>();

/**
 * Runs the agent once for all pending edits: at once when the thread is free, else after the
 * current run, unless that run fails, is stopped or asks the user.
 */
export function runOnEdits(internals: ThreadInternals): void {
  watchQueue(internals);
  const { run } = internals.getSnapshot();
  // An edit after a failed or stopped run is an intended retry.
  const isFree = !internals.isBusy() && run.status !== "waiting";
  if (isFree && isUnasked(internals.getSnapshot())) runNow(internals);
  else wanting.add(internals.hooks);
}

/** Runs the agent when edits are left that no run has sent. */
function runIfWanted(internals: ThreadInternals): void {
  if (wanting.has(internals.hooks) && internals.getSnapshot().edits.length > 0) runNow(internals);
  wanting.delete(internals.hooks);
}

function runNow(internals: ThreadInternals): void {
  wanting.delete(internals.hooks);
  // The snapshot has the outcome.
  internals.thread().run().catch(reportUncaught);
}

/** Replaces the content of a queued message; see `Thread.editQueued`. */
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
  // The message may have moved before one that is held back.
  internals.hooks.onTurnEnd?.();
}

/** Removes a queued message; see `Thread.removeQueued`. */
export function removeQueued(internals: ThreadInternals, id: string): void {
  take(internals, id)?.waiting?.resolve(NOT_RUN);
  internals.hooks.onTurnEnd?.();
}

/** Sends a queued message now; see `Thread.sendQueued`. */
export async function sendQueued(internals: ThreadInternals, id: string): Promise<void> {
  watchQueue(internals);
  const isQueued = () => internals.getSnapshot().queue.some((item) => item.id === id);
  if (!isQueued()) return;
  // The message stays in the queue until the stopped run has ended.
  const begin = async () => {
    if (!isQueued()) return;
    internals.assertReady();
    await sendTaken(internals, id, "now");
  };
  await stopAndRun(internals, begin, isQueued);
}

/**
 * Takes a message out of the queue and sends it. When the thread rejects it, because interrupts are
 * open for instance, the message returns to the queue and its `send()` keeps waiting.
 *
 * @throws the error with which the thread rejects the message
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
  /** Absent for a message from storage, whose `send()` call no longer exists. */
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
 * Stops the current run, and runs that start meanwhile, and then begins something else at once.
 *
 * @param isWanted - Returns false when stopping is no longer needed; called after every wait.
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

/** Sends the next message when the thread is free and the last run succeeded. */
function drainQueue(internals: ThreadInternals): void {
  if (internals.isDisposed()) {
    void rejectQueued(internals);
    return;
  }
  const { queue, run } = internals.getSnapshot();
  const [next] = queue;
  // A failed or stopped run is not repeated by itself.
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

/**
 * Settles the `send()` calls of a disposed thread. Messages that are persisted are restored with
 * the thread.
 */
async function rejectQueued({ queued, options, hooks }: ThreadInternals): Promise<void> {
  const waiting = [...queued];
  queued.clear();
  // The last message is about to be written, so the check must wait for it.
  const kept = options.storage && (await Promise.resolve().then(() => hooks.storedQueueIds?.()));
  const gone = new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
  for (const [id, { resolve, reject }] of waiting) {
    if (kept?.has(id)) resolve(NOT_RUN);
    else reject(gone);
  }
}

/** True when nothing needs the user's attention before the next message is sent. */
function isWell(snapshot: Snapshot): boolean {
  const { run } = snapshot;
  const isHalted = run.stopReason !== undefined && run.stopReason !== "follow-up";
  // A thread that was transferred with its queue has not run yet.
  const hasEnded = run.outcome !== undefined && run.outcome !== "cancelled";
  const isOver = run.status === "idle" && hasEnded;
  return isOver && !isHalted && isUnasked(snapshot);
}

/** True when no interrupt or tool call is open that a run would cancel. */
function isUnasked({ run, interrupts }: Snapshot): boolean {
  return interrupts.length === 0 && run.pendingToolCallIds.length === 0;
}

/**
 * Validates the content when it is queued, not only when it is sent.
 *
 * @throws AgentKitError `invalid-argument`
 */
function assertContent(content: Content): void {
  // Content parts are `readonly` here but not in the type of messages; nothing writes to them.
  parseMessages([{ id: "queued", role: "user", content } as Message]);
}

function setQueue(
  { getSnapshot, commit }: ThreadInternals,
  change: (queue: Snapshot["queue"]) => Snapshot["queue"],
): void {
  commit({ ...getSnapshot(), queue: change(getSnapshot().queue) });
}

/** A queued message that is held back, while the user edits it for instance. */
interface QueueHold {
  readonly id: string;
  /** Called when the message is released. */
  onRelease?: () => void;
}

/** Holds by thread: what a user has open is not part of the conversation. */
const holds = new WeakMap<object, Set<QueueHold>>();

/** Holds back a queued message, and those after it, until the returned function is called. */
export function holdQueued(thread: object, id: string): () => void {
  const all = holds.get(thread) ?? new Set();
  const hold: QueueHold = { id };
  holds.set(thread, all.add(hold));
  return () => {
    if (all.delete(hold)) hold.onRelease?.();
  };
}

/** Returns the hold of a message. */
export function findHold(thread: object, id: string): QueueHold | undefined {
  return [...(holds.get(thread) ?? [])].find((hold) => hold.id === id);
}
