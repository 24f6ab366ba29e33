import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { holdQueued } from "../../store/queue/queue.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** Result of {@link useQueue}. The functions keep their identity as long as the thread. */
export interface UseQueueResult {
  /** Messages sent while the agent was busy, in the order in which they will be sent. */
  readonly messages: Snapshot["queue"];
  /** Replaces the content of a queued message. */
  readonly edit: Thread["editQueued"];
  /** Moves a message to another index, from 0. */
  readonly move: Thread["moveQueued"];
  /** Removes a message from the queue. */
  readonly remove: Thread["removeQueued"];
  /** Sends a message now, after stopping the current run. */
  readonly sendNow: Thread["sendQueued"];
  /**
   * Prevents a message, and those after it in the queue, from being sent while the user edits it. Returns the
   * function that releases them.
   */
  readonly pause: (id: string) => () => void;
}

/**
 * Returns the messages that wait for the agent: those sent with `whenBusy: "queue"`.
 *
 * Each message is sent after a run that ends successfully. After a run that failed or was stopped, the queue
 * waits for the user. `Chat` shows queued messages above its composer.
 *
 * @example A custom list
 * ```tsx
 * const { messages, remove } = useQueue();
 * return messages.map(({ id, content }) => (
 *   <li key={id}>
 *     {typeof content === "string" ? content : "…"} <button onClick={() => remove(id)}>Remove</button>
 *   </li>
 * ));
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useQueue(target?: ThreadTarget): UseQueueResult {
  const thread = useThread(target);
  const messages = useSnapshot((snapshot) => snapshot.queue, Object.is, target);
  const commands = useMemo(
    () => ({
      edit: thread.editQueued,
      move: thread.moveQueued,
      remove: thread.removeQueued,
      sendNow: thread.sendQueued,
      pause: (id: string) => holdQueued(thread, id),
    }),
    [thread],
  );
  return { messages, ...commands };
}
