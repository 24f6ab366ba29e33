import type { QueuedMessage } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import { dequeueMessage, installQueue, pauseQueue, setQueue } from "./queue.ts";

/**
 * Cancels the open interrupts by a run of its own and then sends a message, which is shown in the
 * queue meanwhile. The message is sent in any case, unless the user stops the first run: then it
 * stays in the queue.
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
  const resumeQueue = pauseQueue(internals);
  let cancelled: RunResult;
  try {
    cancelled = await internals.cancelInterrupts(parameters);
  } catch (error) {
    dequeueMessage(internals, id);
    throw error;
  } finally {
    resumeQueue();
  }
  // The queue sends the message after a run that a listener has started, and settles it in a disposed thread.
  if (internals.isBusy()) return sent;
  if (cancelled.outcome === "cancelled") {
    internals.queued.delete(id);
    return cancelled;
  }
  const dequeued = dequeueMessage(internals, id);
  return dequeued ? send(dequeued.message.content) : sent;
}
