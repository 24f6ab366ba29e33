import { AgentKitError } from "../../protocol/errors.ts";
import type { QueuedMessage, Snapshot } from "../../reducer/snapshot.ts";
import { reportFailure } from "../reportFailure.ts";
import type { ThreadCore } from "../threadCore.ts";
import type { RunParameters, RunResult, WhenBusy } from "../types.ts";

type Content = QueuedMessage["content"];

/** Sends on a thread that is busy: later, or in place of what goes on; see `Thread.send`. */
export async function sendWhileBusy<TState>(
  core: ThreadCore<TState>,
  content: Content,
  { parameters, whenBusy }: { parameters: RunParameters<TState>; whenBusy: WhenBusy },
): Promise<RunResult> {
  if (whenBusy === "interrupt") {
    await interrupt(core);
    return core.send(content, parameters);
  }
  return new Promise((resolve, reject) => {
    const id = core.createId();
    core.queued.set(id, { parameters, resolve, reject });
    setQueue(core, (queue) => [...queue, { id, content }]);
    core.rest.listener = () => goOnWithQueue(core);
    // The turn may have ended while this was loaded.
    goOnWithQueue(core);
  });
}

/** Changes what a queued message says; see `Thread.editQueued`. */
export function editQueued<TState>(core: ThreadCore<TState>, id: string, content: Content): void {
  setQueue(core, (queue) => queue.map((item) => (item.id === id ? { id, content } : item)));
}

/** Moves a queued message; see `Thread.moveQueued`. */
export function moveQueued<TState>(core: ThreadCore<TState>, id: string, index: number): void {
  setQueue(core, (queue) => {
    const moved = queue.find((item) => item.id === id);
    const others = queue.filter((item) => item !== moved);
    return moved ? [...others.slice(0, index), moved, ...others.slice(index)] : queue;
  });
}

/** Takes a message out of the queue; see `Thread.dropQueued`. */
export function dropQueued<TState>(core: ThreadCore<TState>, id: string): void {
  take(core, id)?.waiting?.resolve({ outcome: "cancelled", result: undefined, newMessages: [] });
}

/** Sends a queued message now; see `Thread.sendQueued`. */
export async function sendQueued<TState>(core: ThreadCore<TState>, id: string): Promise<void> {
  core.rest.listener ??= () => goOnWithQueue(core);
  const taken = take(core, id);
  if (!taken) return;
  await interrupt(core);
  sendTaken(core, taken);
}

interface Taken<TState> {
  readonly message: QueuedMessage;
  /** Absent for a message that was stored: whoever sent it is gone. */
  readonly waiting: ReturnType<ThreadCore<TState>["queued"]["get"]>;
}

function take<TState>(core: ThreadCore<TState>, id: string): Taken<TState> | undefined {
  const message = core.getSnapshot().queue.find((item) => item.id === id);
  if (!message) return undefined;
  const waiting = core.queued.get(id);
  core.queued.delete(id);
  setQueue(core, (queue) => queue.filter((item) => item !== message));
  return { message, waiting };
}

function sendTaken<TState>(core: ThreadCore<TState>, { message, waiting }: Taken<TState>): void {
  core
    .send(message.content, waiting?.parameters ?? {})
    .then(waiting?.resolve, waiting?.reject ?? reportFailure);
}

/** Stops what goes on, and waits until it has let go. */
async function interrupt<TState>(core: ThreadCore<TState>): Promise<void> {
  core.stop();
  while (core.stopping()) await core.stopping();
}

/** Sends the next message when the agent is free and the last run gave no reason to stop and think. */
function goOnWithQueue<TState>(core: ThreadCore<TState>): void {
  if (core.isDisposed()) {
    const gone = new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
    for (const { reject } of core.queued.values()) reject(gone);
    core.queued.clear();
    return;
  }
  const { queue, run } = core.getSnapshot();
  const isGood = run.status === "idle" && run.outcome !== "cancelled";
  const [next] = queue;
  const taken = next && isGood && !core.isBusy() ? take(core, next.id) : undefined;
  if (taken) sendTaken(core, taken);
}

function setQueue<TState>(
  { getSnapshot, commit }: ThreadCore<TState>,
  change: (queue: Snapshot["queue"]) => Snapshot["queue"],
): void {
  commit({ ...getSnapshot(), queue: change(getSnapshot().queue) });
}
