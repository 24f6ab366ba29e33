import { useMemo } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** What {@link useAgentRun} returns. The four verbs keep their identity for as long as the thread. */
export interface UseAgentRunResult<TState = unknown>
  extends Pick<Thread<TState>, "send" | "run" | "stop" | "retry"> {
  /** Where the thread stands. */
  readonly status: RunInfo["status"];
  /** Whether something is going on that `stop()` would end. */
  readonly isRunning: boolean;
  /** Why the last run failed, or the server could not be reached by `connect()`; absent otherwise. */
  readonly error: RunInfo["error"];
  /** How the last run ended; absent while one goes on and before the first. */
  readonly outcome: RunInfo["outcome"];
  /** What RUN_FINISHED returned. */
  readonly result: unknown;
  /** Tokens the run used, one entry per provider and model. */
  readonly usage: RunInfo["usage"];
}

/**
 * Follows the run of the thread and hands out the verbs that start and end one.
 *
 * Re-renders when the run changes its state, not while its text streams.
 *
 * @example A send button of one's own
 * ```tsx
 * const { send, stop, isRunning } = useAgentRun();
 * <button onClick={() => (isRunning ? stop() : void send("Hello"))}>
 *   {isRunning ? "Stop" : "Send"}
 * </button>
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers.
 * @typeParam TState - The shape of the shared state.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useAgentRun<TState = unknown>(target?: ThreadTarget): UseAgentRunResult<TState> {
  const thread = useThread<TState>(target);
  const run = useSnapshot(selectRun, Object.is, target);
  const verbs = useMemo(
    () => ({
      send: thread.send.bind(thread),
      run: thread.run.bind(thread),
      stop: thread.stop.bind(thread),
      retry: thread.retry.bind(thread),
    }),
    [thread],
  );
  const { status, error, outcome, result, usage } = run;
  return { status, isRunning: isRunning(run), error, outcome, result, usage, ...verbs };
}

const selectRun = (snapshot: { readonly run: RunInfo }) => snapshot.run;
