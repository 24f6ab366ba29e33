import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { appendMessages, editState } from "../../reducer/localUpdates.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { retryRun } from "../reconnect/connectThread.ts";
import {
  newTurn,
  type RunContext,
  type Sending,
  type ThreadInternals,
} from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import { runToolLoop } from "../tools/toolLoop.ts";
import { executeRun } from "./executeRun.ts";

const stopReason = () => new DOMException("The run was stopped.", "AbortError");

/** Runs the turns of a thread, one at a time. */
export interface TurnController {
  /** Internals of the thread, completed by what depends on its turns. */
  readonly internals: ThreadInternals;
  /** Starts a turn for an action of the user or the program. */
  readonly startTurn: (
    from: Snapshot,
    parameters: RunParameters,
    sending?: Sending,
  ) => Promise<RunResult>;
  /** Starts a turn with the parameters of the last run, after dropping what that run left unfinished. */
  readonly retryTurn: () => Promise<RunResult>;
}

/** Parts of the internals that exist before the turn controller, which adds the others. */
type ThreadParts = Omit<
  ThreadInternals,
  | "isBusy"
  | "stopping"
  | "assertReady"
  | "assertCanRun"
  | "stop"
  | "running"
  | "send"
  | "continueRun"
  | "runCustom"
  | "resumeToolCalls"
>;

interface TurnStart {
  readonly droppedIds?: readonly string[];
  /** Whether the agent runs first; otherwise its pending calls are answered first. */
  readonly isRun?: boolean;
  /** What is waited for first: the thread may change meanwhile. */
  readonly after?: Promise<void>;
  /** What is done in place of running the agent. */
  readonly work?: ((context: RunContext) => Promise<RunResult>) | undefined;
}

/** Creates the turn controller of a thread, and completes the internals of the thread. */
export function createTurnController(parts: ThreadParts): TurnController {
  const { options, getSnapshot, commit, turnState, hooks, isDisposed } = parts;
  let controller: AbortController | undefined;
  let running: Promise<unknown> | undefined;
  let lastParameters: RunParameters = {};

  async function start(
    from: Snapshot,
    parameters: RunParameters,
    { droppedIds = [], isRun = true, after, work }: TurnStart = {},
  ): Promise<RunResult> {
    const own = new AbortController();
    const release = () => {
      if (controller === own) controller = undefined;
    };
    controller = own;
    let entered: { readonly from: Snapshot; readonly leave: () => void } | undefined;
    const turn = (async () => {
      entered = hooks.beforeTurn && (await hooks.beforeTurn(from));
      if (after) {
        setStatus("submitted");
        await after;
      }
      const begun = after ? getSnapshot() : (entered?.from ?? from);
      const context = {
        ...internals,
        signal: own.signal,
        from: parameters.state === undefined ? begun : editState(begun, parameters.state),
        droppedIds,
        parameters: {
          ...parameters,
          context: [...(options.context ?? []), ...(parameters.context ?? [])],
          tools: [...(options.tools ?? []), ...(parameters.tools ?? [])],
          forwardedProps: parameters.forwardedProps ?? parts.requests().forwardedProps,
        },
        release,
      };
      return runTurn(context, work ?? isRun);
    })();
    running = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      release();
      entered?.leave();
      hooks.onTurnEnd?.();
    }
  }

  function setStatus(status: RunStatus): void {
    commit({ ...getSnapshot(), run: { ...getSnapshot().run, status } });
  }

  /** What the last run was given, for the next: its state and its answers are in the snapshot. */
  function sameParameters(): RunParameters {
    const { state: _, resume: __, ...parameters } = lastParameters;
    return parameters;
  }

  const internals: ThreadInternals = {
    ...parts,
    isBusy: () => isDisposed() || controller !== undefined,
    running: () => running,
    stopping: () => (controller?.signal.aborted ? running : hooks.restoring),
    assertReady() {
      if (isDisposed()) {
        throw new AgentKitError("thread-disposed", "The thread was disposed. Make another.");
      }
      if (controller) {
        throw new AgentKitError(
          "thread-busy",
          "The thread is running. Wait for the run to end, or stop() it first.",
        );
      }
    },
    assertCanRun({ resume }) {
      internals.assertReady();
      const isAnswered = ({ id }: OpenInterrupt) =>
        resume?.some(({ interruptId }) => interruptId === id);
      if (options.onSendWithInterrupts === "block" && !getSnapshot().interrupts.every(isAnswered)) {
        throw new AgentKitError(
          "interrupts-open",
          "Answer every open interrupt first. Given answers are sent by retry().",
        );
      }
    },
    stop() {
      if (!controller) hooks.stopOtherTab?.();
      if (!controller || controller.signal.aborted) return;
      const { threadId, run, tracking } = getSnapshot();
      const { runId = "" } = run;
      controller.abort(stopReason());
      // What a server says to it is its own affair: the run may just have ended.
      if (tracking.isAttached && turnState.isSent) {
        (async () => options.agent.cancel?.({ threadId, runId }))().catch(() => {});
      }
    },
    async send(content, parameters, sending = "now") {
      internals.assertCanRun(parameters);
      // Content parts are `readonly` here and not in the type of messages; nothing writes to them.
      const message = { id: parts.createId(), role: "user", content } as Message;
      return startTurn(
        appendMessages(getSnapshot(), parseMessages([message])),
        parameters,
        sending,
      );
    },
    continueRun: (after) => start(getSnapshot(), sameParameters(), omitUndefined({ after })),
    runCustom: (work) => start(getSnapshot(), sameParameters(), { work }),
    resumeToolCalls() {
      Object.assign(turnState, newTurn());
      setStatus("executing");
      return start(getSnapshot(), sameParameters(), { isRun: false });
    },
  };

  function startTurn(
    from: Snapshot,
    parameters: RunParameters,
    sending?: Sending,
  ): Promise<RunResult> {
    lastParameters = parameters;
    Object.assign(turnState, newTurn(), { sending });
    return start(from, parameters);
  }

  function retryTurn(): Promise<RunResult> {
    Object.assign(turnState, newTurn());
    const droppedIds = getSnapshot().run.unfinishedIds;
    // The server may still be running what this tab has lost.
    const work =
      options.agent.connect || options.agent.history
        ? (context: RunContext) => retryRun(internals, context)
        : undefined;
    return start(getSnapshot(), sameParameters(), { droppedIds, work });
  }

  return { internals, startTurn, retryTurn };
}

/**
 * Runs the agent and, while calls of the turn wait for this tab, the tool loop.
 *
 * @param isRun - True to run the agent first, a function to do other work first, false to answer pending calls first.
 */
async function runTurn(
  context: RunContext,
  isRun: boolean | ((context: RunContext) => Promise<RunResult>),
): Promise<RunResult> {
  const { result, outcome = "success" } = context.getSnapshot().run;
  const run = isRun === true ? executeRun : isRun;
  const first = run ? await run(context) : { result, outcome, newMessages: [] };
  return context.getSnapshot().run.status === "executing" ? runToolLoop(context, first) : first;
}
