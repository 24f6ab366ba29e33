import { useMemo } from "react";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { holdQueued } from "../../store/queue/queueHold.ts";
import { withVerbs } from "../../store/thread/lateVerbs.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

export type { WhenBusy } from "../../store/thread/threadOptions.ts";

/** What {@link useQueue} returns. The verbs keep their identity for as long as the thread. */
export interface UseQueueResult {
  /** What was sent while the agent was busy, in the order it will go out. */
  readonly messages: Snapshot["queue"];
  readonly edit: Thread["editQueued"];
  /** Moves a message to another place, counted from 0. */
  readonly move: Thread["moveQueued"];
  readonly remove: Thread["removeQueued"];
  /** Sends a message now; stops the run that goes on. */
  readonly sendNow: Thread["sendQueued"];
  /**
   * Keeps a message, and those behind it, from going out while a person works on it. Returns the
   * function that lets them go.
   */
  readonly hold: (id: string) => () => void;
}

/**
 * Follows the messages that wait until the agent is free: those sent with `whenBusy: "queue"`.
 *
 * They go out one by one, each after a run that ended well. After one that failed or was stopped they
 * wait for the person. The chat shows them above its composer by itself.
 *
 * @example A list of one's own
 * ```tsx
 * const { messages, drop } = useQueue();
 * return messages.map(({ id, content }) => (
 *   <li key={id}>
 *     {typeof content === "string" ? content : "…"} <button onClick={() => drop(id)}>Remove</button>
 *   </li>
 * ));
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useQueue(target?: ThreadTarget): UseQueueResult {
  const thread = useThread(target);
  const messages = useSnapshot((snapshot) => snapshot.queue, Object.is, target);
  const verbs = useMemo(
    () => ({
      edit: thread.editQueued,
      move: thread.moveQueued,
      remove: thread.removeQueued,
      sendNow: thread.sendQueued,
      hold: (id: string) => holdQueued(thread, id),
    }),
    [thread],
  );
  return { messages, ...verbs };
}

/** @internal Loads what queues a message, before it is there. */
export function preloadQueue(): void {
  // Whoever sends one that cannot be queued hears of it.
  withVerbs(() => {}).catch(() => {});
}
