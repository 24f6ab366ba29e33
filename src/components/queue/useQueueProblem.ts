import { useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { QueuedMessage } from "../../reducer/snapshot.ts";

type ThreadSnapshot = ReturnType<ReturnType<typeof useThread>["getSnapshot"]>;

interface QueueProblem {
  /** Reason for which the last action had no effect. */
  readonly problem: "actionFailed" | "alreadySent" | undefined;
  /**
   * Runs an action on the queue, and returns whether it succeeded.
   *
   * @param message - Message that must still be queued. Absent for an action that sends it.
   */
  readonly attemptAction: (
    action: () => Promise<unknown>,
    message?: QueuedMessage,
  ) => Promise<boolean>;
  readonly dismissProblem: () => void;
}

/** @internal Detects actions on the queue that fail, or that come after their message was sent. */
export function useQueueProblem(): QueueProblem {
  const thread = useThread();
  const [problem, setProblem] = useState<QueueProblem["problem"]>();
  return {
    problem,
    async attemptAction(action, message) {
      // Removing the message first makes a screen reader announce the same one again.
      setProblem(undefined);
      const before = thread.getSnapshot();
      try {
        await action();
      } catch {
        setProblem("actionFailed");
        return false;
      }
      const isTooLate = message !== undefined && wasSent(message, before, thread.getSnapshot());
      if (isTooLate) setProblem("alreadySent");
      return !isTooLate;
    },
    dismissProblem: () => setProblem(undefined),
  };
}

/** Returns whether a message went from the queue to the conversation, where it has another id. */
function wasSent(
  { id, content }: QueuedMessage,
  before: ThreadSnapshot,
  now: ThreadSnapshot,
): boolean {
  return (
    !now.queue.some((queued) => queued.id === id) &&
    now.messages.some(
      (message) =>
        message.role === "user" &&
        message.content === content &&
        !before.messages.includes(message),
    )
  );
}
