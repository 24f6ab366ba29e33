import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { interruptsToAnswer } from "../../reducer/interrupts/abandonedInterrupts.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { appendMessages } from "../../reducer/messageUpdates.ts";
import type { QueuedMessage, RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { editState } from "../../reducer/stateUpdates.ts";
import { cancelAll, mustCancelFirst } from "../interrupts/cancelInterrupts.ts";
import { cancelThenSend } from "../queue/cancelThenSend.ts";
import { withReconnection } from "../reconnect/connectCommand.ts";
import {
  type BaseInternals,
  newConnection,
  newTurn,
  type RunContext,
  type SendMode,
  type ThreadInternals,
} from "../thread/threadInternals.ts";
import type { RunParameters, RunResult } from "../thread/threadOptions.ts";
import { endToolCalls } from "../tools/executeToolCalls.ts";
import { runToolLoop } from "../tools/runToolLoop.ts";
import { executeRun } from "./executeRun.ts";
import { createDisposedError, hasFailedToConnect } from "./runError.ts";
import { serverRunIdOf } from "./runIds.ts";
import { waitForCancel } from "./sendUntilAccepted.ts";
import { isFullyAnswered } from "./stopConditions.ts";
import { createUserMessage } from "./userMessage.ts";

const createAbortReason = () => new DOMException("The run was stopped.", "AbortError");

/** Runs the turns of a thread, one at a time. */
export interface TurnController {
  /** Internals of the thread, complete. */
  readonly internals: ThreadInternals;
  /** Starts a turn for an action of the user or the application. */
  readonly startTurn: (
    from: Snapshot,
    parameters: RunParameters,
    sending?: SendMode,
  ) => Promise<RunResult>;
  /** Starts a turn with the parameters of the last run, after dropping what that run left unfinished. */
  readonly retryTurn: () => Promise<RunResult>;
}

/** A step of a turn that ends with a result. */
type TurnAction = (context: RunContext) => Promise<RunResult>;

interface TurnStart {
  /** Ids of messages and calls that are dropped first. */
  readonly droppedIds?: readonly string[];
  /** Awaited first; the thread may change meanwhile. */
  readonly waitFor?: Promise<void>;
  /** First step of the turn, by default a run of the agent; null to answer pending calls first. */
  readonly firstAction?: TurnAction | null;
}

/**
 * Creates the turn controller of a thread, and adds the members that depend on turns to its
 * internals.
 */
export function createTurnController(baseInternals: BaseInternals): TurnController {
  const { options, getBaseSnapshot, commit, turnState, features, isDisposed } = baseInternals;
  let controller: AbortController | undefined;
  let latestTurn: Promise<unknown> | undefined;
  let lastParameters: RunParameters = {};
  let pendingCancel: Promise<void> | undefined;

  async function runTurn(
    from: Snapshot,
    parameters: RunParameters,
    { droppedIds = [], waitFor, firstAction = executeRun }: TurnStart = {},
  ): Promise<RunResult> {
    const abortController = new AbortController();
    const markIdle = () => {
      if (controller === abortController) controller = undefined;
    };
    controller = abortController;
    let tabTurn: { readonly from: Snapshot; readonly endTurn: () => void } | undefined;
    const turn = (async () => {
      tabTurn = features.beforeTurn && (await features.beforeTurn(from));
      if (waitFor) {
        setStatus("submitted");
        await waitFor;
      }
      const initial = waitFor ? getBaseSnapshot() : (tabTurn?.from ?? from);
      const context = {
        ...internals,
        signal: abortController.signal,
        from: parameters.state === undefined ? initial : editState(initial, parameters.state),
        droppedIds,
        parameters: {
          ...parameters,
          context: [...(options.context ?? []), ...(parameters.context ?? [])],
          tools: [...(options.tools ?? []), ...(parameters.tools ?? [])],
          forwardedProps: mergeForwardedProps(
            baseInternals.requests().forwardedProps,
            parameters.forwardedProps,
          ),
        },
        markIdle,
      };
      return runActionThenTools(context, firstAction);
    })();
    latestTurn = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      markIdle();
      tabTurn?.endTurn();
      features.onTurnEnd?.();
    }
  }

  function setStatus(status: RunStatus): void {
    commit({ ...getBaseSnapshot(), run: { ...getBaseSnapshot().run, status } });
  }

  /**
   * Returns the parameters of the last run without `state` and `resume`, which are in the snapshot,
   * and without its id.
   */
  function lastRunParameters(): RunParameters {
    const { state: _, resume: __, runId: ___, ...parameters } = lastParameters;
    return parameters;
  }

  /** Returns the last parameters without `parentRunId`: the next run continues the last one, not a new branch. */
  function nextRunParameters(): RunParameters {
    const { parentRunId: _, ...parameters } = lastRunParameters();
    return parameters;
  }

  const internals: ThreadInternals = {
    ...baseInternals,
    isBusy: () => isDisposed() || controller !== undefined,
    latestTurn: () => latestTurn,
    pendingCancel: () => pendingCancel,
    blockedBy: () => (controller?.signal.aborted ? latestTurn : features.restoring),
    assertReady,
    assertCanRun,
    stop,
    send,
    runCancellingInterrupts,
    runWithLastParameters,
    runAsTurn: (work) => runTurn(getBaseSnapshot(), nextRunParameters(), { firstAction: work }),
    resumeToolCalls,
  };

  function assertReady(): void {
    if (isDisposed()) {
      throw createDisposedError();
    }
    if (controller) {
      throw new AgentKitError(
        "thread-busy",
        "The thread is running, so no other run can start. Wait for the run to end, or call `stop()` first.",
      );
    }
  }

  function assertCanRun({ resume }: RunParameters): void {
    assertReady();
    const isAnswered = ({ id }: OpenInterrupt) =>
      resume?.some(({ interruptId }) => interruptId === id);
    if (
      options.onSendWithInterrupts === "block" &&
      !getBaseSnapshot().interrupts.every(isAnswered)
    ) {
      throw new AgentKitError(
        "interrupts-open",
        "Interrupts are open and `onSendWithInterrupts` is `block`, so nothing can be sent. Answer all of them first; `retry()` sends answers that were given already.",
      );
    }
  }

  function stop(): void {
    if (!controller) features.stopOtherTab?.();
    if (!controller || controller.signal.aborted) return;
    const { threadId, run, tracking } = getBaseSnapshot();
    const { runId = "" } = run;
    controller.abort(createAbortReason());
    const { agent } = options;
    if (agent.cancel && tracking.isAttached && turnState.isSent) {
      const answered = waitForCancel(
        (async () => agent.cancel?.({ threadId, runId: serverRunIdOf(runId) }))(),
      );
      pendingCancel = answered;
      answered.then(() => {
        if (pendingCancel === answered) pendingCancel = undefined;
      });
    }
  }

  async function send(
    content: QueuedMessage["content"],
    parameters: RunParameters,
    sending: SendMode = "now",
  ): Promise<RunResult> {
    assertCanRun(parameters);
    const id = baseInternals.createId();
    createUserMessage(id, content);
    const sendNow = (newContent: QueuedMessage["content"]) => {
      const message = createUserMessage(id, newContent);
      return startTurn(appendMessages(getBaseSnapshot(), message), parameters, sending);
    };
    if (parameters.resume || !mustCancelFirst(getBaseSnapshot())) return sendNow(content);
    return cancelThenSend(internals, { id, content }, parameters, sendNow);
  }

  function runCancellingInterrupts(
    { state: _, runId: __, ...parameters }: RunParameters,
    from: Snapshot,
  ): Promise<RunResult> {
    return startTurn(from, { ...parameters, resume: cancelAll(interruptsToAnswer(from)) });
  }

  function resumeToolCalls(): Promise<RunResult> {
    Object.assign(turnState, newTurn());
    setStatus("executing");
    return runTurn(getBaseSnapshot(), nextRunParameters(), { firstAction: null });
  }

  function runWithLastParameters(waitFor?: Promise<void>): Promise<RunResult> {
    const firstAction = runIfStillAnswered;
    return runTurn(getBaseSnapshot(), nextRunParameters(), omitUndefined({ waitFor, firstAction }));
  }

  function startTurn(
    from: Snapshot,
    parameters: RunParameters,
    sending?: SendMode,
  ): Promise<RunResult> {
    const { parentRunId = baseInternals.newBranch.parentRunId } = parameters;
    baseInternals.newBranch.parentRunId = undefined;
    lastParameters = { ...parameters, ...omitUndefined({ parentRunId }) };
    Object.assign(turnState, newTurn(), { sending });
    return runTurn(from, lastParameters);
  }

  function retryTurn(): Promise<RunResult> {
    const { run } = getBaseSnapshot();
    // A failed connection has no run to repeat.
    const isConnecting = hasFailedToConnect(run);
    Object.assign(turnState, isConnecting ? newConnection(run) : newTurn());
    const droppedIds = run.unfinishedIds;
    // The server may still be running the turn that this tab has lost.
    const { connect, history } = options.agent;
    const firstAction: TurnAction =
      connect || history
        ? async (context) => {
            if (isConnecting)
              return withReconnection(context, ({ retryRun }) => retryRun(internals, context));
            // Without the code that resumes a run, the agent runs again.
            const reconnection = await internals.loadReconnection().catch(() => undefined);
            return reconnection?.retryRun(internals, context) ?? executeRun(context);
          }
        : executeRun;
    return runTurn(getBaseSnapshot(), lastRunParameters(), { droppedIds, firstAction });
  }

  return { internals, startTurn, retryTurn };
}

/**
 * Runs the agent after the answers of the user. Ends the turn instead when an answer was taken back in another tab before
 * the turn had started: the run would cancel that interrupt.
 */
async function runIfStillAnswered(context: RunContext): Promise<RunResult> {
  if (isFullyAnswered(context.getBaseSnapshot())) return executeRun(context);
  endToolCalls(context);
  return { outcome: "cancelled", result: undefined, newMessages: [] };
}

/** Runs the first step of a turn and, while calls of the turn wait for this tab, the tool loop. */
async function runActionThenTools(
  context: RunContext,
  firstAction: TurnAction | null,
): Promise<RunResult> {
  const { result, outcome = "success" } = context.getBaseSnapshot().run;
  const first = firstAction ? await firstAction(context) : { result, outcome, newMessages: [] };
  return context.getBaseSnapshot().run.status === "executing" ? runToolLoop(context, first) : first;
}

/**
 * Returns the forwarded properties of a run: its own, merged over those of the client. A value that
 * is not an object replaces the other one. Functions are called for every request.
 */
function mergeForwardedProps(clientProps: unknown, ownProps: unknown): unknown {
  if (ownProps === undefined) return clientProps;
  if (clientProps === undefined) return ownProps;
  if (typeof clientProps !== "function" && typeof ownProps !== "function")
    return mergeValues(clientProps, ownProps);
  const resolve = async (props: unknown) => (typeof props === "function" ? await props() : props);
  return async () => mergeValues(await resolve(clientProps), await resolve(ownProps));
}

function mergeValues(clientProps: unknown, ownProps: unknown): unknown {
  return isRecord(clientProps) && isRecord(ownProps) ? { ...clientProps, ...ownProps } : ownProps;
}
