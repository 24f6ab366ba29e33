import { useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { QueuedMessage } from "./QueueItem.tsx";

type Snapshot = ReturnType<ReturnType<typeof useThread>["getSnapshot"]>;

/** @internal What {@link useQueueProblem} returns. */
export interface QueueProblem {
  /** What did not go as it was wanted last. */
  readonly problem: "notDone" | "alreadySent" | undefined;
  /**
   * Does something about the queue, and returns whether it was done.
   *
   * @param message - Absent when it is to be sent.
   */
  readonly attempt: (act: () => Promise<unknown>, message?: QueuedMessage) => Promise<boolean>;
  readonly dismiss: () => void;
}

/** @internal Finds out when what a person wants of a queued message cannot be done, or comes too late. */
export function useQueueProblem(): QueueProblem {
  const thread = useThread();
  const [problem, setProblem] = useState<QueueProblem["problem"]>();
  return {
    problem,
    async attempt(act, message) {
      // The same sentence is heard again when it comes again.
      setProblem(undefined);
      const before = thread.getSnapshot();
      try {
        await act();
      } catch {
        setProblem("notDone");
        return false;
      }
      const isTooLate = message !== undefined && wasSent(message, before, thread.getSnapshot());
      if (isTooLate) setProblem("alreadySent");
      return !isTooLate;
    },
    dismiss: () => setProblem(undefined),
  };
}

/** Whether a message is no longer in the queue but in the conversation, where it has another id. */
function wasSent({ id, content }: QueuedMessage, before: Snapshot, now: Snapshot): boolean {
  return (
    !now.queue.some((one) => one.id === id) &&
    now.messages.some(
      (one) => one.role === "user" && one.content === content && !before.messages.includes(one),
    )
  );
}
