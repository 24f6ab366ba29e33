import { AgentKitError } from "../protocol/errors.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { editState } from "../reducer/transitions.ts";
import { runTurn } from "./runTurn.ts";
import { newTurn, type ThreadBase, type ThreadCore } from "./threadCore.ts";
import type { RunParameters, RunResult, ThreadOptions } from "./types.ts";

const stopReason = () => new DOMException("The run was stopped.", "AbortError");

/** The turns of a thread, of which one goes on at a time. */
export interface Turns<TState> {
  readonly core: ThreadCore<TState>;
  /** A turn that was stopped takes a moment to let go; whoever runs next waits for it. */
  readonly stopping: () => Promise<unknown> | undefined;
  /** @throws AgentKitError `thread-disposed`, or `thread-busy` while a turn goes on */
  readonly assertReady: () => void;
  /** Begins a turn that a person or a program wants. */
  readonly begin: (from: Snapshot<TState>, parameters: RunParameters<TState>) => Promise<RunResult>;
  /** The same with what the last run was given, without what that left unfinished. */
  readonly beginAgain: () => Promise<RunResult>;
  readonly stop: () => void;
}

interface TurnStart {
  readonly droppedIds?: readonly string[];
  /** Whether the agent runs first; otherwise its pending calls are answered first. */
  readonly isRun?: boolean;
}

/** Makes what runs the turns of a thread, and with it the rest of its core. */
export function createTurns<TState>(
  options: ThreadOptions<TState>,
  base: ThreadBase<TState>,
): Turns<TState> {
  const { getSnapshot, commit, memory } = base;
  let controller: AbortController | undefined;
  let running: Promise<unknown> | undefined;
  let lastParameters: RunParameters<TState> = {};

  async function start(
    from: Snapshot<TState>,
    parameters: RunParameters<TState>,
    { droppedIds = [], isRun = true }: TurnStart = {},
  ): Promise<RunResult> {
    const own = new AbortController();
    const release = () => {
      if (controller === own) controller = undefined;
    };
    controller = own;
    try {
      const context = {
        ...base,
        agent: options.agent,
        isStrict: options.strict ?? false,
        signal: own.signal,
        from: parameters.state === undefined ? from : editState(from, parameters.state),
        droppedIds,
        parameters: {
          ...parameters,
          context: [...(options.context ?? []), ...(parameters.context ?? [])],
          tools: [...(options.tools ?? []), ...(parameters.tools ?? [])],
          forwardedProps: parameters.forwardedProps ?? options.forwardedProps,
        },
        release,
      };
      const turn = runTurn(core, context, isRun);
      running = turn.catch(() => {});
      return await turn;
    } finally {
      release();
    }
  }

  /** What the last run was given, for the next: its state and its answers are in the snapshot. */
  function sameParameters(): RunParameters<TState> {
    const { state: _, resume: __, ...parameters } = lastParameters;
    return parameters;
  }

  const core: ThreadCore<TState> = {
    ...base,
    isBusy: () => base.isDisposed() || controller !== undefined,
    goOn: () => start(getSnapshot(), sameParameters()),
    takeUp() {
      Object.assign(memory, newTurn());
      commit({ ...getSnapshot(), run: { ...getSnapshot().run, status: "executing" } });
      return start(getSnapshot(), sameParameters(), { isRun: false });
    },
  };

  return {
    core,
    stopping: () => (controller?.signal.aborted ? running : undefined),
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
    begin(from, parameters) {
      lastParameters = parameters;
      Object.assign(memory, newTurn());
      return start(from, parameters);
    },
    beginAgain() {
      Object.assign(memory, newTurn());
      const droppedIds = getSnapshot().run.unfinishedIds;
      return start(getSnapshot(), sameParameters(), { droppedIds });
    },
    stop: () => controller?.abort(stopReason()),
  };
}
