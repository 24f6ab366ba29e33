import { useMemo, useSyncExternalStore } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import { isWorkOver } from "../../selectors/runPredicates.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useOptionalThread, useThread } from "../providers/useThread.ts";
import { subscribeToNothing, useSnapshot } from "./useSnapshot.ts";

/** Result of {@link useAgentRun}. The functions keep their identity as long as the thread. */
export interface UseAgentRunResult<TState = unknown>
  extends Pick<Thread<TState>, "send" | "run" | "stop" | "retry"> {
  /** The current phase of the thread. */
  readonly status: RunInfo["status"];
  /** True while a run is under way that `stop()` would end. */
  readonly isRunning: boolean;
  /** Error of the last run, or of a `connect()` that could not reach the server; absent otherwise. */
  readonly error: RunInfo["error"];
  /** Outcome of the last run; absent during a run and before the first. */
  readonly outcome: RunInfo["outcome"];
  /** The `result` of RUN_FINISHED. */
  readonly result: unknown;
  /** Tokens the run used, one entry per provider and model. */
  readonly usage: RunInfo["usage"];
}

/**
 * Returns the state of the thread's run, and the functions that start and stop runs.
 *
 * Re-renders when the run changes its state, not while text streams.
 *
 * @example A custom send button
 * ```tsx
 * const { send, stop, isRunning } = useAgentRun();
 * <button onClick={() => (isRunning ? stop() : void send("Hello"))}>
 *   {isRunning ? "Stop" : "Send"}
 * </button>
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useAgentRun<TState = unknown>(target?: ThreadTarget): UseAgentRunResult<TState> {
  const thread = useThread<TState>(target);
  const run = useSnapshot(selectRun, Object.is, target);
  const commands = useMemo(
    () => ({
      send: thread.send.bind(thread),
      run: thread.run.bind(thread),
      stop: thread.stop.bind(thread),
      retry: thread.retry.bind(thread),
    }),
    [thread],
  );
  const { status, error, outcome, result, usage } = run;
  return { status, isRunning: isRunning(run), error, outcome, result, usage, ...commands };
}

const selectRun = (snapshot: { readonly run: RunInfo }) => snapshot.run;

/**
 * @internal Returns true when the agent no longer works on a message of the nearest thread. Steps and
 * activities that it left open are no longer in progress then; see `isWorkOver`. False outside every thread.
 */
export function useIsWorkOver(messageId?: string): boolean {
  const store = useOptionalThread()?.store;
  const read = () => store !== undefined && isWorkOver(store.getState(), messageId);
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, read, read);
}
