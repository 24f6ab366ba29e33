import type { QueuedMessage } from "../../reducer/snapshot.ts";
import { withoutUnsentAnswers } from "../interrupts/cancelInterrupts.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import {
  dequeueMessage,
  installQueue,
  messagesAfterCancel,
  pauseQueue,
  setQueue,
} from "./queue.ts";

/**
 * Cancels the open interrupts by a run of its own and then sends a message, which is shown in the queue meanwhile. Sends the
 * answers again that the agent has received from a run that was cut off. The message is sent in any case, unless the user
 * stops the first run: then it stays in the queue.
 */
export async function cancelThenSend(
  internals: ThreadInternals,
  { id, content }: QueuedMessage,
  parameters: RunParameters,
  send: (content: QueuedMessage["content"]) => Promise<RunResult>,
): Promise<RunResult> {
  const sent = new Promise<RunResult>((resolve, reject) => {
    internals.queued.set(id, { parameters, resolve, reject });
  });
  // Nothing awaits this promise when the first run fails or is stopped.
  sent.catch(() => {});
  installQueue(internals);
  setQueue(internals, (queue) => [{ id, content }, ...queue]);
  // A later message that stops the first run does not overtake this one.
  const message = { begun: begin(), isInterrupted: false };
  messagesAfterCancel.set(internals.features, message);
  try {
    return (await message.begun).run;
  } finally {
    messagesAfterCancel.delete(internals.features);
  }

  /** Returns the run of the message in an object, so that a caller can await its begin alone. */
  async function begin(): Promise<{ readonly run: RunResult | Promise<RunResult> }> {
    const resumeQueue = pauseQueue(internals);
    let cancelled: RunResult;
    try {
      cancelled = await internals.runCancellingInterrupts(
        parameters,
        withoutUnsentAnswers(internals),
      );
    } catch (error) {
      dequeueMessage(internals, id);
      throw error;
    } finally {
      resumeQueue();
    }
    // A listener may have started a run: the queue sends the message after that run. In a disposed thread, the queue
    // settles `sent`.
    if (internals.isBusy()) return { run: sent };
    if (cancelled.outcome === "cancelled" && !message.isInterrupted) {
      internals.queued.delete(id);
      return { run: cancelled };
    }
    const dequeued = dequeueMessage(internals, id);
    return { run: dequeued ? send(dequeued.message.content) : sent };
  }
}
