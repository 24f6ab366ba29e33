import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { randomId } from "../../protocol/randomId.ts";
import { withState } from "../../protocol/withState.ts";
import { INITIAL_RUN } from "../../reducer/createSnapshot.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import { findMessageIndex } from "../../reducer/messageIndex.ts";
import { replaceConversation } from "../../reducer/messageUpdates.ts";
import { endRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { AgentClient, ThreadRequest } from "../client/clientTypes.ts";
import { wasRunning } from "../reconnect/interruptedRun.ts";
import type { Thread } from "../thread/thread.ts";
import { positionAfter } from "./branchPositions.ts";
import { createEventLog } from "./eventLog.ts";

/** Options of {@link forkThread}. */
export interface ForkOptions {
  /** Id of the last message of the new thread. @defaultValue the last message of the conversation */
  readonly messageId?: string;
  /** Id of the new thread. @defaultValue a random UUID */
  readonly threadId?: string;
}

/**
 * Creates a new thread from a conversation up to one of its messages, with the shared state of that moment. The
 * two threads are independent from then on, and the original does not change. Open interrupts, the queue and a
 * run in progress stay with the original; the new thread has what the run has sent so far.
 *
 * An agent that receives the whole conversation with each run continues from it. An agent that stores
 * conversations itself receives it from its dialect where possible (`awaken`).
 *
 * @example Continue from a reply in a new thread
 * ```ts
 * const fork = await forkThread(client, thread, { messageId });
 * await fork.send("And if it rains?");
 * ```
 * @throws AgentKitError `invalid-argument` when the thread has no message with that id
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export async function forkThread<TState>(
  client: AgentClient,
  thread: Thread<TState>,
  options: ForkOptions = {},
): Promise<Thread<TState>> {
  return withState<Thread, Thread<TState>>(client.thread(await createForkRequest(thread, options)));
}

/** Creates the request for a thread that begins as a copy of another one, up to a message. */
export async function createForkRequest(
  thread: Thread,
  { messageId, threadId = randomId() }: ForkOptions,
): Promise<ThreadRequest> {
  const { base, events } = await thread.getEventLog();
  const log = createEventLog({ base, pending: [], recordChange() {} }, events);
  const current = thread.getSnapshot();
  const index =
    messageId === undefined ? current.messages.length - 1 : requireForkPoint(current, messageId);
  const end = indexAfterResults(current, index + 1);
  const last = current.messages[index];
  // Later messages have changed the state, which is taken from before the next run.
  const isWholeConversation = end >= current.messages.length || last === undefined;
  const position = isWholeConversation ? log.entries.length : positionAfter(log, last.id);
  const earlierSnapshot = withRunEnded(log.snapshotAt(position));
  // Earlier messages are stored by the agent under the id of the original thread.
  const { earlier: _, ...copied } = replaceConversation(
    earlierSnapshot,
    current.messages.slice(0, end),
  );
  const inheritedIds = copied.messages.map(({ id }) => id);
  // Interrupts, queue and usage stay with the original.
  const ownFields = {
    threadId,
    inheritedIds,
    queue: [],
    usages: {},
    branches: {},
    run: INITIAL_RUN,
    interrupts: [],
  };
  const { agentId } = thread;
  return { ...omitUndefined({ agentId }), snapshot: { ...copied, ...ownFields } };
}

/** Ends a run in progress: no server has a run with the id of the new thread. */
function withRunEnded(snapshot: Snapshot): Snapshot {
  if (!wasRunning(snapshot)) return snapshot;
  return endRun(finishConnection(snapshot), { at: Date.now(), cause: "stopped" });
}

function requireForkPoint({ messages }: Snapshot, id: string): number {
  const index = findMessageIndex(messages, id);
  if (index >= 0) return index;
  throw new AgentKitError(
    "invalid-argument",
    `This conversation has no message "${id}". Pass the id of a message on the current branch.`,
  );
}

/** Returns the index after the results of the last message's tool calls: a call needs its result. */
function indexAfterResults({ messages }: Snapshot, from: number): number {
  let end = from;
  while (messages[end]?.role === "tool") end += 1;
  return end;
}
