import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { DEFAULT_END_MS, type RunEndObserver } from "../../protocol/runEnd.ts";
import { isOffline } from "../../protocol/runtime.ts";
import { isRunOpen } from "../../reducer/runPhase.ts";
import { openLog } from "../eventLog/eventLog.ts";
import { createRunIdConverter, startedRunIds } from "../eventLog/runIdConverter.ts";
import type { Abortable } from "../run/abortable.ts";
import { consumeAgent } from "../run/consumeAgent.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { backoffDelay, DEFAULT_BACKOFF, sleepUntilOnline } from "./backoff.ts";
import type { MakeInput } from "./connectInput.ts";
import { isConnectionLoss } from "./connectionErrors.ts";
import { readUntilIdle } from "./readUntilIdle.ts";
import type { ReplayReceiver } from "./replayReceiver/receiverTypes.ts";
import type { StreamCursor } from "./streamCursor.ts";

interface ReconnectOptions {
  readonly makeInput: MakeInput;
  readonly receiver: ReplayReceiver;
  readonly streamCursor: StreamCursor;
  /** Observer of the first connection of the run; absent when that connection was lost in a reload. */
  readonly runEnd?: RunEndObserver;
  /** True when the end of a run, or of its text, is missing: an empty response is a failure then. */
  readonly isIncomplete?: boolean;
}

/**
 * Connects until everything was received, again whenever the connection is lost. An agent with cursors
 * continues after the last one; any other replays the run from its start. Failures are forgotten when the
 * network returns or the user returns to the tab, and do not count without a network.
 *
 * @returns True when any event was received.
 * @throws AgentKitError `network` after too many failures, any other error of the agent, and the reason of the
 *   signal when it aborts
 */
export async function reconnectLoop(
  context: RunContext,
  abortable: Abortable,
  options: ReconnectOptions,
): Promise<boolean> {
  try {
    return await connectUntilReceived(context, abortable, options);
  } catch (error) {
    // No later connection shows what the last events belong to.
    options.receiver.applyDeferred();
    throw error;
  }
}

async function connectUntilReceived(
  context: RunContext,
  abortable: Abortable,
  { makeInput, receiver, streamCursor, runEnd, isIncomplete = false }: ReconnectOptions,
): Promise<boolean> {
  const { options, signal, now } = context;
  const backoff = { ...DEFAULT_BACKOFF, ...options.reconnect };
  /** True when a message of the user waits for a server that has no run in progress. */
  const isMessageWaiting = () =>
    receiver.isFollowing &&
    !receiver.isCatchingUp &&
    !receiver.hasDeferredEvents &&
    !isRunOpen(receiver.getSnapshot()) &&
    context.getBaseSnapshot().queue.length > 0;
  /** True when the connection was ended for such a message. */
  let isReleased = false;
  const connect: Agent["run"] = (input, runOptions) =>
    // Callers check that the agent can connect.
    options.agent.connect?.(
      input,
      omitUndefined({ ...runOptions, cursor: streamCursor.currentCursor() }),
    ) ?? noEvents();
  const agent: Agent = {
    endMs: options.agent.endMs,
    run: (input, runOptions) =>
      readUntilIdle(
        (connectionSignal) => connect(input, { ...runOptions, signal: connectionSignal }),
        {
          signal: runOptions?.signal,
          mayEnd: isMessageWaiting,
          onIdle: () => {
            isReleased = true;
          },
          quietMs: options.agent.endMs || DEFAULT_END_MS,
        },
      ),
  };
  let hasReceived = false;
  let reason: unknown;
  /** Attempts in a row, which determine the delay, and those that count as failures. */
  let attempts = 0;
  let failures = 0;
  /** Connections in a row that have ended within the first run, which may not be the requested one. */
  let deferredCount = 0;
  /** Connections that have brought something new, and those of them in a row that were lost at once. */
  let progressCount = 0;
  let quickCount = 0;
  /** Responses in a row with which the server says that there is nothing to attach to. */
  let emptyCount = 0;
  /** True when the last connection has shown that the server has nothing to send. */
  let isIdle = false;
  for (;;) {
    if (isIncomplete || hasReceived || reason) receiver.setStatus("reconnecting");
    // The first attempt is made at once: most interrupted connections can be restored.
    if (attempts > 0) {
      const backoffMs = backoffDelay(attempts - 1, backoff, Math.random());
      const retryAfterMs = retryAfterOf(reason);
      // A network that comes and goes must not cause a request each time.
      const minMs = Math.max(retryAfterMs, Math.min(LEAST_MS, backoffMs));
      const isWoken = await sleepUntilOnline(
        { ms: Math.max(retryAfterMs, backoffMs), minMs },
        signal,
      );
      if (isWoken) attempts = failures = 0;
    }
    // A message of the user need not wait for a server that has nothing to send.
    if (isIdle && context.getBaseSnapshot().queue.length > 0) return true;
    reason = undefined;
    const connectedAt = now();
    let hasAnswered = false;
    const isAfterCursor = streamCursor.currentCursor() !== undefined;
    receiver.startConnection(isAfterCursor);
    const runs = createRunIdConverter({
      ...replayOf(context, receiver, isAfterCursor),
      replaysOnlyResumed: deferredCount >= MOST_DEFERRED,
    });
    try {
      const onCursor = (cursor: string) => {
        // Events that are deferred are not received yet.
        if (!runs.isDeferring()) streamCursor.onCursor(cursor);
      };
      const { convertYielded } = runs;
      const onCutOff = ({ hasOpenContent }: RunEndObserver) => {
        if (hasOpenContent) receiver.reopenRun();
      };
      const made = await abortable.waitFor(makeInput());
      const prepared = { ...made, onCursor, convertYielded, runEnd, onCutOff };
      const read = streamCursor.createReader(receiver);
      const receive: typeof read = (yielded) => {
        hasAnswered = true;
        read(yielded);
      };
      await consumeAgent(agent, prepared, abortable, receive);
      const released = runs.releaseAtClose();
      if (released.length > 0) receive(released);
    } catch (error) {
      if (signal.aborted || !isConnectionLoss(error)) throw error;
      reason = error;
    }
    emptyCount = hasAnswered || reason ? 0 : emptyCount + 1;
    deferredCount = runs.isDeferring() ? deferredCount + 1 : 0;
    const isBroken = reason !== undefined && !runEnd?.hasEnded;
    const result = receiver.endConnection(streamCursor.currentCursor() !== undefined, isBroken);
    if (result.isComplete) return true;
    if (result.hasEffect) hasReceived = true;
    if (isReleased) return true;
    // The server does not know the run, so the thread is complete.
    if (!hasReceived && !reason && !isIncomplete) return false;
    const connectedMs = now() - connectedAt;
    const hasLasted = hasAnswered && connectedMs > Math.max(backoff.longestMs, QUICK_MS);
    // A server may state another state to every connection, so that alone counts only when the connection has lasted.
    const isLive = result.hasNewContent && hasLasted;
    if (result.hasNewEvents || result.hasNewMessages || isLive) {
      quickCount = connectedMs < QUICK_MS ? quickCount + 1 : 0;
      // Snapshots alone do not show that the server continues the run, so the next attempt is delayed.
      attempts = Math.max(result.hasNewEvents ? 0 : 1, quickCount - MOST_QUICK);
      failures = 0;
      progressCount += 1;
      isIdle = false;
    } else {
      attempts += 1;
      // A server that closes connections without news after a time works: a tool may run for long.
      isIdle = hasLasted && receiver.isFollowing && !isRunOpen(receiver.getSnapshot());
      if (hasLasted) failures = emptyCount = 0;
      else if (!isOffline()) failures += 1;
    }
    if (failures >= backoff.attempts) throw connectionLostError(failures, reason);
    if (isIncomplete && emptyCount >= MOST_EMPTY) throw connectionLostError(emptyCount, reason);
    if (progressCount >= MOST_CONNECTIONS) throw connectionLostError(progressCount, reason);
  }
}

/** Returns the facts about a connection that decide which ids its runs have in the thread. */
function replayOf(context: RunContext, receiver: ReplayReceiver, isAfterCursor: boolean) {
  const { isFollowing, getSnapshot } = receiver;
  const snapshot = getSnapshot();
  const { runIds, connectionRunIds } = snapshot.tracking;
  const { runId } = snapshot.run;
  const openIds = isAfterCursor && isRunOpen(snapshot) && runId !== undefined ? [runId] : [];
  return {
    startedIds() {
      const logged = startedRunIds(openLog(context));
      // Runs in a shadow snapshot are not logged yet.
      return [...logged, ...runIds.filter((id) => !logged.includes(id))];
    },
    resumedIds: isFollowing ? openIds : connectionRunIds,
    isRequest: !isFollowing,
    isAfterCursor,
  };
}

/** Number of connections with new events after which a run fails: a faulty server may never end it. */
const MOST_CONNECTIONS = 1_000;

/**
 * Number of empty responses in a row after which an unfinished run fails: the server has answered that it has no replay, as
 * Awaken's 503 or a 404 does. A server that has just received the run may need more than one request.
 */
const MOST_EMPTY = 4;

/** Duration below which a connection counts as lost at once, in milliseconds. */
const QUICK_MS = 2_000;

/**
 * Number of connections in a row that bring something new and are lost at once before the delays grow. A faulty server may
 * start another run with each connection.
 */
const MOST_QUICK = 10;

/** Number of connections in a row within one run after which the server counts as one that replays no other run. */
const MOST_DEFERRED = 2;

/** Shortest delay between a failure and the next request. */
const LEAST_MS = 250;

/** Longest delay that a server may ask for: users do not watch a tab for hours. */
const LONGEST_RECONNECT_WAIT_MS = 300_000;

/** Returns the delay that the server asked for. */
function retryAfterOf(reason: unknown): number {
  const ms = reason instanceof AgentKitError ? reason.context.retryAfterMs : 0;
  return Math.min(ms ?? 0, LONGEST_RECONNECT_WAIT_MS);
}

async function* noEvents(): AsyncGenerator<never> {}

function connectionLostError(attempts: number, cause: unknown): AgentKitError {
  const why = cause instanceof Error ? ` ${cause.message}` : "";
  return new AgentKitError(
    "network",
    `The connection was lost, and ${attempts} attempts to reconnect failed. What you see is saved. Try again.${why}`,
    { cause },
  );
}
