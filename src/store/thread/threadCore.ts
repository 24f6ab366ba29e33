import type { QueuedMessage } from "../../reducer/snapshot.ts";
import type { RunContext } from "./runContext.ts";
import type { Sending, ThreadBase } from "./threadInternals.ts";
import type { RunParameters, RunResult } from "./threadOptions.ts";

/** What the parts of a thread that load late need of it. */
export interface ThreadCore<TState = unknown> extends ThreadBase<TState> {
  /** Whether a run, or the handlers after it, go on, or none can any more. */
  readonly isBusy: () => boolean;
  /** A turn that was stopped takes a moment to let go; whoever runs next waits for it. */
  readonly stopping: () => Promise<unknown> | undefined;
  /** @throws AgentKitError `thread-disposed`, or `thread-busy` while a turn goes on */
  readonly assertReady: () => void;
  /** Ends the turn that goes on; see `Thread.stop`. */
  readonly stop: () => void;
  /** The turn that goes on, also while it is being stopped; kept when it is over. */
  readonly running: () => Promise<unknown> | undefined;
  /** Sends a message on a thread that is free; see `Thread.send`. */
  readonly send: (
    content: QueuedMessage["content"],
    parameters: RunParameters<TState>,
    sending?: Sending,
  ) => Promise<RunResult>;
  /**
   * Runs the agent on the thread as it is, with what the last run was given.
   *
   * @param after - What is waited for first; the thread is busy from now on.
   */
  readonly continueRun: (after?: Promise<void>) => Promise<RunResult>;
  /** Does something else in place of running the agent, in a turn of its own. */
  readonly runCustom: (
    work: (context: RunContext<TState>) => Promise<RunResult>,
  ) => Promise<RunResult>;
  /** Answers the calls that are pending, and goes on from there. */
  readonly resumeToolCalls: () => Promise<RunResult>;
}
