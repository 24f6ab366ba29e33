import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import { NO_RUN } from "../../reducer/createSnapshot.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import { endRun, replaceConversation } from "../../reducer/localUpdates.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { AgentClient } from "../client/types.ts";
import { wasRunning } from "../reconnect/interruptedRun.ts";
import type { Thread } from "../thread/thread.ts";
import { positionAfter } from "./branchPositions.ts";
import { createEventLog } from "./eventLog.ts";

/** What {@link forkThread} takes beside the thread. */
export interface ForkOptions {
  /** The last message that both have. @defaultValue the last of the conversation */
  readonly messageId?: string;
  /** The id of the new thread. @defaultValue a random UUID */
  readonly threadId?: string;
}

/**
 * Makes another thread of a conversation up to one of its messages, with the shared state as it was then.
 * The two have nothing to do with each other from there on; the first stays as it is. What the agent has
 * asked belongs to the first, and so does a run that goes on: the other thread has what had arrived of it
 * by then.
 *
 * An agent that is sent the whole conversation goes on from it. One that keeps conversations by itself has
 * to be told it: its dialect does, where there is a way (`awaken`).
 *
 * @example Going on from an answer in a thread of its own
 * ```ts
 * const fork = await forkThread(client, thread, { messageId });
 * await fork.send("And if it rains?");
 * ```
 * @throws AgentKitError `invalid-argument` when there is no such message
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export async function forkThread<TState>(
  client: AgentClient,
  thread: Thread<TState>,
  { messageId, threadId = randomId() }: ForkOptions = {},
): Promise<Thread<TState>> {
  const { base, events } = await thread.getHistory();
  const log = createEventLog({ base, pending: [], recordChange() {} }, events);
  const now = thread.getSnapshot();
  const at = messageId === undefined ? now.messages.length - 1 : indexOf(now, messageId);
  const end = endOfCalls(now, at + 1);
  const last = now.messages[at];
  // What has come since has changed the state: it is taken from before the next run.
  const isWhole = end >= now.messages.length || last === undefined;
  const { position } = isWhole ? { position: log.entries.length } : positionAfter(log, last.id);
  const then = atRest(log.snapshotAt(position));
  // What its agent has of the conversation before is the first one's as well.
  const { earlier: _, ...cut } = replaceConversation(then, now.messages.slice(0, end));
  // What is asked, what waits and what was spent is the first one's.
  const inheritedIds = cut.messages.map(({ id }) => id);
  const own = {
    threadId,
    inheritedIds,
    queue: [],
    usages: {},
    branches: {},
    run: NO_RUN,
    interrupts: [],
  };
  const { agentId } = thread;
  // The history has no other shape of the state than the thread.
  return client.thread<TState>({
    ...omitUndefined({ agentId }),
    snapshot: { ...cut, ...own } as Snapshot<TState>,
  });
}

/** Without a run that goes on: it would be taken up under a name that no server knows. */
function atRest(snapshot: Snapshot): Snapshot {
  if (!wasRunning(snapshot)) return snapshot;
  return endRun(flushDeferred(snapshot), { at: Date.now(), cause: "stopped" });
}

function indexOf({ messages }: Snapshot, id: string): number {
  const at = findMessageIndex(messages, id);
  if (at >= 0) return at;
  throw new AgentKitError("invalid-argument", `There is no message "${id}" in this conversation.`);
}

/** Behind the answers to the calls of the last message: a call without one is no history. */
function endOfCalls({ messages }: Snapshot, from: number): number {
  let end = from;
  while (messages[end]?.role === "tool") end += 1;
  return end;
}
