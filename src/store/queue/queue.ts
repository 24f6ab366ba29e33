import { reportUncaught } from "../../protocol/runtime.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { createDisposedError, hasFailedToConnect } from "../run/runError.ts";
import { createUserMessage } from "../run/userMessage.ts";
import type { QueuedSend, SendMode, ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult, WhenBusy } from "../thread/threadOptions.ts";
import { hintAtWaitingHandler } from "../tools/runHandler.ts";

type Content = QueuedMessage["content"];

/** Result of `send()` for a queued message that is not sent. */
const NOT_RUN: RunResult = { outcome: "cancelled", result: undefined, newMessages: [] };

/** The `features` objects of the threads whose queue is paused, because another message is about to be sent. */
const pausedThreads = new WeakSet<object>();

/** Pauses the queue of a thread until the returned function is called. */
export function pauseQueue({ features }: ThreadInternals): () => void {
  pausedThreads.add(features);
  return () => pausedThreads.delete(features);
}

/** A message that is sent as soon as a run has cancelled the open interrupts. */
interface MessageAfterCancel {
  /** Resolves when the message is sent, or stays in the queue. */
  readonly begun: Promise<unknown>;
  /** True when another message stops the run that cancels, so that this message is sent without it. */
  isInterrupted: boolean;
}

/** The message that waits for a cancellation, by the `features` of its thread. */
export const messagesAfterCancel = new WeakMap<object, MessageAfterCancel>();

/** Sends a message during a run: after the run, or after stopping it; see `Thread.send`. */
export async function sendWhileBusy(
  internals: ThreadInternals,
  content: Content,
  { parameters, whenBusy }: { parameters: RunParameters; whenBusy: WhenBusy },
): Promise<RunResult> {
  createUserMessage("queued", content);
  if (whenBusy === "interrupt")
    return stopAndRun(internals, () => internals.send(content, parameters));
  return new Promise((resolve, reject) => {
    const id = internals.createId();
    const { endedRunId } = internals.turnState;
    internals.queued.set(id, { parameters, resolve, reject, endedRunId });
    setQueue(internals, (queue) => [...queue, { id, content }]);
    installQueue(internals);
    hintAtWaitingHandler(internals, id);
  });
}

/** Makes the thread send its queued messages after each turn; see `Thread.send`. */
export function installQueue(internals: ThreadInternals): void {
  internals.features.onTurnEnd ??= () => drainQueue(internals);
}

/** The `features` objects of the threads that wait to run the agent for edits of the state. */
const threadsWithPendingEdits = new WeakSet<object>();

/**
 * Runs the agent once for all pending edits: at once when the thread is free, else after the current run. A run that
 * fails, is stopped or asks the user is not followed by another.
 */
export function runOnStateEdits(internals: ThreadInternals): void {
  installQueue(internals);
  const { run } = internals.getBaseSnapshot();
  // An edit after a failed or stopped run is an intended retry.
  const isFree = !internals.isBusy() && run.status !== "waiting";
  if (isFree && hasNoOpenRequest(internals.getBaseSnapshot())) runForEdits(internals);
  else threadsWithPendingEdits.add(internals.features);
}

/** Runs the agent for pending edits, unless another run has sent them meanwhile. */
function runOnPendingEdits(internals: ThreadInternals): void {
  if (
    threadsWithPendingEdits.has(internals.features) &&
    internals.getBaseSnapshot().edits.length > 0
  )
    runForEdits(internals);
  threadsWithPendingEdits.delete(internals.features);
}

function runForEdits(internals: ThreadInternals): void {
  threadsWithPendingEdits.delete(internals.features);
  // The snapshot has the outcome.
  internals.thread().run().catch(reportUncaught);
}

/** Replaces the content of a queued message; see `Thread.editQueued`. */
export function editQueued(internals: ThreadInternals, id: string, content: Content): void {
  createUserMessage(id, content);
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
  // The first message may be another one now, which the user is not editing: then it can be sent.
  internals.features.onTurnEnd?.();
}

/** Removes a queued message; see `Thread.removeQueued`. */
export function removeQueued(internals: ThreadInternals, id: string): void {
  dequeueMessage(internals, id)?.pendingSend?.resolve(NOT_RUN);
  internals.features.onTurnEnd?.();
}

/** Sends a queued message now; see `Thread.sendQueued`. */
export async function sendQueued(internals: ThreadInternals, id: string): Promise<void> {
  installQueue(internals);
  const isQueued = () => internals.getBaseSnapshot().queue.some((item) => item.id === id);
  if (!isQueued()) return;
  // The message stays in the queue until the stopped run has ended.
  const beginRun = async () => {
    if (!isQueued()) return;
    internals.assertReady();
    await sendFromQueue(internals, id, "now");
  };
  await stopAndRun(internals, beginRun, isQueued);
}

/**
 * Removes a message from the queue and sends it. A message that the thread rejects, because interrupts are
 * open for instance, returns to the queue, and its `send()` keeps waiting.
 *
 * @throws the error with which the thread rejects the message
 */
async function sendFromQueue(
  internals: ThreadInternals,
  id: string,
  sending: SendMode,
): Promise<void> {
  const { queue } = internals.getBaseSnapshot();
  const dequeued = dequeueMessage(internals, id);
  if (!dequeued) return;
  const { message, pendingSend } = dequeued;
  const run = internals.send(message.content, pendingSend?.parameters ?? {}, sending);
  if (internals.isBusy()) {
    run.then(pendingSend?.resolve, pendingSend?.reject ?? reportUncaught);
    return;
  }
  if (pendingSend) internals.queued.set(id, pendingSend);
  setQueue(internals, () => queue);
  await run;
}

/** A message that was removed from the queue. */
interface DequeuedMessage {
  readonly message: QueuedMessage;
  /** Absent for a message from storage, whose `send()` call no longer exists. */
  readonly pendingSend: QueuedSend | undefined;
}

/** Removes a message from the queue; returns `undefined` for a message that is not there. */
export function dequeueMessage(
  internals: ThreadInternals,
  id: string,
): DequeuedMessage | undefined {
  const message = internals.getBaseSnapshot().queue.find((item) => item.id === id);
  if (!message) return undefined;
  const pendingSend = internals.queued.get(id);
  internals.queued.delete(id);
  setQueue(internals, (queue) => queue.filter((item) => item !== message));
  return { message, pendingSend };
}

/**
 * Stops the current run and runs that start meanwhile, and then calls `beginRun` in the same task.
 *
 * @param isNeeded - Returns false when stopping is no longer needed; called before each stop.
 */
async function stopAndRun<T>(
  internals: ThreadInternals,
  beginRun: () => Promise<T>,
  isNeeded: () => boolean = () => true,
): Promise<T> {
  while (internals.isBusy() && !internals.isDisposed() && isNeeded()) {
    pauseQueue(internals);
    // It is sent first, so that it precedes this message, and then stopped too.
    const earlier = messagesAfterCancel.get(internals.features);
    if (earlier) earlier.isInterrupted = true;
    internals.stop();
    await internals.blockedBy();
    if (earlier) await earlier.begun.catch(() => {});
  }
  pausedThreads.delete(internals.features);
  return beginRun();
}

/** Sends the next message, or runs the agent for pending edits, when the thread is free and the last run succeeded. */
function drainQueue(internals: ThreadInternals): void {
  if (internals.isDisposed()) {
    void rejectQueued(internals);
    return;
  }
  const { queue, run } = internals.getBaseSnapshot();
  const [next] = queue;
  // A failed or stopped run is not repeated by itself.
  if (run.status === "error" || run.outcome === "cancelled")
    threadsWithPendingEdits.delete(internals.features);
  if (internals.isBusy() || !canSendNext(internals)) return;
  if (!next) {
    runOnPendingEdits(internals);
    return;
  }
  if (pausedThreads.has(internals.features)) return;
  const queueHold = findHold(internals.thread(), next.id);
  if (queueHold) queueHold.onRelease = () => drainQueue(internals);
  else sendFromQueue(internals, next.id, "queued").catch(reportUncaught);
}

/**
 * Settles the `send()` calls of a disposed thread. Messages that are persisted are restored with
 * the thread.
 */
async function rejectQueued({ queued, options, features }: ThreadInternals): Promise<void> {
  const pendingSends = [...queued];
  queued.clear();
  // The last message is about to be written, so the check must wait for it.
  const storedIds =
    options.storage && (await Promise.resolve().then(() => features.storedQueueIds?.()));
  const error = createDisposedError();
  for (const [id, { resolve, reject }] of pendingSends) {
    if (storedIds?.has(id)) resolve(NOT_RUN);
    else reject(error);
  }
}

/**
 * True when nothing waits for the user, and the last run has succeeded or had ended before the message was sent. A
 * message that was queued during a run waits for the user when that run fails or is stopped.
 */
function canSendNext({ getBaseSnapshot, queued }: ThreadInternals): boolean {
  const snapshot = getBaseSnapshot();
  const { run, queue } = snapshot;
  const endedRunId = queued.get(queue[0]?.id ?? "")?.endedRunId;
  const hasEndedBefore = endedRunId === (run.runId ?? "") && !hasFailedToConnect(run);
  const wasStopped = run.stopReason !== undefined && run.stopReason !== "no-follow-up";
  const hasSucceeded = run.outcome !== undefined && run.outcome !== "cancelled" && !wasStopped;
  const canFollow = hasEndedBefore || (run.status === "idle" && hasSucceeded);
  return canFollow && hasNoOpenRequest(snapshot);
}

/** True when no interrupt or tool call is open that a run would cancel. */
function hasNoOpenRequest({ run, interrupts }: Snapshot): boolean {
  return interrupts.length === 0 && run.pendingToolCallIds.length === 0;
}

/** Changes the queue of a thread. */
export function setQueue(
  { getBaseSnapshot, commit }: ThreadInternals,
  change: (queue: Snapshot["queue"]) => Snapshot["queue"],
): void {
  commit({ ...getBaseSnapshot(), queue: change(getBaseSnapshot().queue) });
}

/** Hold of a queued message, while the user edits it for instance: the message is not sent. */
interface QueueHold {
  readonly id: string;
  /** Called when the message is released. */
  onRelease?: () => void;
}

/** Holds by thread. Not in the snapshot, because they are not part of the conversation. */
const holds = new WeakMap<object, Set<QueueHold>>();

/** Holds a queued message, and thereby the messages after it, until the returned function is called. */
export function holdQueued(thread: object, id: string): () => void {
  const all = holds.get(thread) ?? new Set();
  const queueHold: QueueHold = { id };
  holds.set(thread, all.add(queueHold));
  return () => {
    if (all.delete(queueHold)) queueHold.onRelease?.();
  };
}

function findHold(thread: object, id: string): QueueHold | undefined {
  return [...(holds.get(thread) ?? [])].find((queueHold) => queueHold.id === id);
}
