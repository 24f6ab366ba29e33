import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { editState } from "../../reducer/localUpdates.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { lazyModule } from "../loadModule.ts";
import type { RunContext } from "../thread/runContext.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { newTurn, type Sending, type ThreadBase } from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import { runTurn } from "./runTurn.ts";

/** What takes up a run that was lost. */
const loadAttaching = lazyModule(() => import("../reconnect/connectThread.ts"));

const stopReason = () => new DOMException("The run was stopped.", "AbortError");

/** The turns of a thread, of which one goes on at a time. */
export interface Turns<TState> {
  readonly core: ThreadCore<TState>;
  /** Begins a turn that a person or a program wants. */
  readonly startTurn: (
    from: Snapshot<TState>,
    parameters: RunParameters<TState>,
    sending?: Sending,
  ) => Promise<RunResult>;
  /** The same with what the last run was given, without what that left unfinished. */
  readonly retryTurn: () => Promise<RunResult>;
}

interface TurnStart<TState> {
  readonly droppedIds?: readonly string[];
  /** Whether the agent runs first; otherwise its pending calls are answered first. */
  readonly isRun?: boolean;
  /** What is waited for first: the thread may change meanwhile. */
  readonly after?: Promise<void>;
  /** What is done in place of running the agent. */
  readonly work?: ((context: RunContext<TState>) => Promise<RunResult>) | undefined;
}

/** Makes what runs the turns of a thread, and with it the rest of its core. */
export function createTurnController<TState>(
  base: ThreadBase<TState> & Pick<ThreadCore<TState>, "send">,
): Turns<TState> {
  const { options, getSnapshot, commit, turnState } = base;
  let controller: AbortController | undefined;
  let running: Promise<unknown> | undefined;
  let lastParameters: RunParameters<TState> = {};

  async function start(
    from: Snapshot<TState>,
    parameters: RunParameters<TState>,
    { droppedIds = [], isRun = true, after, work }: TurnStart<TState> = {},
  ): Promise<RunResult> {
    const own = new AbortController();
    const release = () => {
      if (controller === own) controller = undefined;
    };
    controller = own;
    let entered: { readonly from: Snapshot<TState>; leave(): void } | undefined;
    const turn = (async () => {
      entered = base.rest.enter && (await base.rest.enter(from));
      if (after) {
        setStatus("submitted");
        await after;
      }
      const begun = after ? getSnapshot() : (entered?.from ?? from);
      const context = {
        ...base,
        signal: own.signal,
        from: parameters.state === undefined ? begun : editState(begun, parameters.state),
        droppedIds,
        parameters: {
          ...parameters,
          context: [...(options.context ?? []), ...(parameters.context ?? [])],
          tools: [...(options.tools ?? []), ...(parameters.tools ?? [])],
          forwardedProps: parameters.forwardedProps ?? base.requests().forwardedProps,
        },
        release,
      };
      return runTurn(core, context, work ?? isRun);
    })();
    running = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      release();
      entered?.leave();
      base.rest.listener?.();
    }
  }

  function setStatus(status: RunStatus): void {
    commit({ ...getSnapshot(), run: { ...getSnapshot().run, status } });
  }

  /** What the last run was given, for the next: its state and its answers are in the snapshot. */
  function sameParameters(): RunParameters<TState> {
    const { state: _, resume: __, ...parameters } = lastParameters;
    return parameters;
  }

  const retry = (context: RunContext<TState>) =>
    loadAttaching().then(({ retryRun }) => retryRun(core, context));

  const core: ThreadCore<TState> = {
    ...base,
    isBusy: () => base.isDisposed() || controller !== undefined,
    running: () => running,
    stopping: () => (controller?.signal.aborted ? running : base.rest.restoring),
    assertReady() {
      if (base.isDisposed()) {
        throw new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
      }
      if (controller) {
        throw new AgentKitError(
          "thread-busy",
          "The thread is running. Wait for the run to end, or stop() it first.",
        );
      }
    },
    stop() {
      if (!controller) base.rest.stopElsewhere?.();
      if (!controller || controller.signal.aborted) return;
      const { threadId, run, tracking } = getSnapshot();
      const { runId = "" } = run;
      controller.abort(stopReason());
      // What a server says to it is its own affair: the run may just have ended.
      if (tracking.isAttached && turnState.isSent) {
        (async () => options.agent.cancel?.({ threadId, runId }))().catch(() => {});
      }
    },
    continueRun: (after) => start(getSnapshot(), sameParameters(), omitUndefined({ after })),
    runCustom: (work) => start(getSnapshot(), sameParameters(), { work }),
    resumeToolCalls() {
      Object.assign(turnState, newTurn());
      setStatus("executing");
      return start(getSnapshot(), sameParameters(), { isRun: false });
    },
  };

  return {
    core,
    startTurn(from, parameters, sending) {
      lastParameters = parameters;
      // While there is a network.
      if (options.agent.connect) loadAttaching().catch(() => {});
      Object.assign(turnState, newTurn(), { sending });
      return start(from, parameters);
    },
    retryTurn() {
      Object.assign(turnState, newTurn());
      const droppedIds = getSnapshot().run.unfinishedIds;
      // What was lost may still go on at the server.
      const work = (options.agent.connect || options.agent.history) && retry;
      return start(getSnapshot(), sameParameters(), { droppedIds, work });
    },
  };
}
