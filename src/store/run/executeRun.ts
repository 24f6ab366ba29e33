import { printHint } from "../../protocol/developmentHint.ts";
import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { RunEndObserver } from "../../protocol/runEnd.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import { beginRun, endRun, reopenRun, withOfferedTools } from "../../reducer/runUpdates.ts";
import { toServerIds } from "../../reducer/serverIds.ts";
import type { RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { recordAnswersAsResults } from "../interrupts/recordAnswersAsResults.ts";
import { assertNotExpired, assertWellFormed } from "../interrupts/validateAnswers.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { hasClientCalls, hintAtOpenCalls } from "../tools/clientCalls.ts";
import { createAbortable } from "./abortable.ts";
import { acceptsClientTools, waitForCapabilities } from "./agentCapabilities.ts";
import { consumeAgent, type PreparedInput } from "./consumeAgent.ts";
import { buildInput, createRunInput } from "./createRunInput.ts";
import { createEventIngestor } from "./eventIngestor.ts";
import { errorOf, toRunError } from "./runError.ts";
import { nextRunId, runIdsOf, withUniqueRunIds } from "./runIds.ts";
import { sendUntilAccepted } from "./sendUntilAccepted.ts";

/**
 * Runs an agent once, from its input to the end of its stream. Resolves when the run has ended,
 * successfully or not. The run status is `executing` when tool calls wait for this tab.
 *
 * @throws AgentKitError `invalid-argument` when an answer in `resume` is malformed, or its interrupt has expired
 */
export async function executeRun(context: RunContext): Promise<RunResult> {
  const { signal, createId, now, listeners, from, parameters, getBaseSnapshot, commit } = context;
  const { agent } = context.options;
  const { runId: requestedId = createId() } = parameters;
  // An application may request every run with the same id.
  const runId = nextRunId(runIdsOf(from), requestedId);
  const { turnState } = context;
  turnState.isAnsweredEarly = false;
  turnState.isSent = false;
  if (parameters.resume) {
    assertWellFormed(parameters.resume);
    assertNotExpired(from.interrupts, parameters.resume, now());
  }
  let { applicationTools, tools, toolNames } = offeredTools(context);
  const { messages: messagesBefore, run: previous } = getBaseSnapshot();
  const previousMessages = [messagesBefore, from.messages];
  // The user's message is rendered before the input is prepared.
  const runStart = { runId, toolNames, at: now() };
  commit(beginRun(from, runStart), "now", { name: "run", ...runStart }, from);
  for (const message of newMessagesSince(from.messages, [messagesBefore]))
    listeners.notify("onMessage", message);
  const message = from.messages.at(-1);
  if (turnState.sending && message?.role === "user") {
    listeners.notify("onSend", { message, wasQueued: turnState.sending === "queued" });
  }
  // Runs that the thread starts by itself send no user message.
  turnState.sending = undefined;
  listeners.notify("onRunStart", { runId });

  const abortable = createAbortable(signal);
  let failure: { readonly thrown: unknown } | undefined;
  try {
    const capabilities = toolNames.length > 0 ? waitForCapabilities(agent) : undefined;
    if (capabilities) {
      await abortable.waitFor(capabilities);
      ({ applicationTools, tools, toolNames } = offeredTools(context));
      commit(withOfferedTools(getBaseSnapshot(), toolNames), "now");
    }
    const runParameters = { ...parameters, runId, tools: applicationTools };
    const afterMessageId = messagesBefore.at(-1)?.id;
    // Sends the request in the same task when there is nothing to prepare.
    const prepared: PreparedInput = canSendUnchanged(context, tools.length)
      ? { input: buildInput(getBaseSnapshot(), runParameters) }
      : await abortable.waitFor(
          createRunInput(context, { parameters: runParameters, tools, afterMessageId }),
        );
    const { messages, inheritedIds } = getBaseSnapshot();
    previousMessages.push(messages);
    context.changes.recordChange({ cause: { name: "input", input: prepared.input } });
    turnState.isSent = true;
    const request = omitUndefined({
      ...prepared,
      inheritedIds: inheritedIds && toServerIds(messages, inheritedIds),
    });
    // The agent also runs when the code that reconnects cannot be loaded: a lost connection ends the run then.
    const reconnection =
      agent.connect && (await abortable.waitFor(context.loadReconnection().catch(() => undefined)));
    await sendUntilAccepted(context, abortable, (checkRefusal) => {
      const convertYielded = withUniqueRunIds(getBaseSnapshot, runId);
      const onCutOff = ({ hasOpenContent, hasOpenRunOrText }: RunEndObserver) => {
        // Some calls never get a result, so an open call alone is worth a connection but no error.
        if (agent.connect ? hasOpenContent : hasOpenRunOrText)
          commit(reopenRun(getBaseSnapshot()), "now");
      };
      const checked = { ...request, checkRefusal, convertYielded, onCutOff };
      return reconnection
        ? reconnection.readWithReconnect(context, abortable, checked)
        : consumeAgent(
            agent,
            checked,
            abortable,
            createEventIngestor(context, runId).ingestYielded,
          );
    });
  } catch (thrown) {
    // Wrapped, because an agent may throw `undefined`.
    failure = { thrown };
  }
  abortable.removeListener();
  return finishRun(context, { failure, previousMessages, previousStopReason: previous.stopReason });
}

/** Returns the tools to offer: of the application that runs the agent, and of this tab. */
function offeredTools({ tools: registry, parameters, options }: RunContext) {
  const { tools: ofApplication = [] } = parameters;
  const available = [...registry.getTools().values()].filter((tool) => tool.available !== false);
  const toolNames = [...ofApplication, ...available].map(({ name }) => name);
  if (toolNames.length === 0 || acceptsClientTools(options.agent))
    return { applicationTools: ofApplication, tools: available, toolNames };
  printHint("refused-tools", options.agent, []);
  return { applicationTools: [], tools: [], toolNames: [] };
}

/** End of the stream of a run. */
interface StreamEnd {
  readonly failure?: { readonly thrown: unknown } | undefined;
  /** Lists of the messages before the run. */
  readonly previousMessages: readonly (readonly Message[])[];
  /** Stop reason of the run before. */
  readonly previousStopReason?: RunStopReason | undefined;
  /** Changes the snapshot before the calls of the run are executed. */
  readonly beforeCalls?: (ended: Snapshot) => Snapshot;
}

/** Ends a run whose connection has ended, and notifies listeners. */
export function finishRun(
  context: RunContext,
  { failure, previousMessages, previousStopReason, beforeCalls }: StreamEnd,
): RunResult {
  const { signal, now, listeners, getBaseSnapshot, commit, turnState } = context;
  const reason = failure && toRunError(failure.thrown);
  // A protocol violation outranks the stop of a listener that reacts to it.
  const cause = reason && signal.aborted && !reason.issue ? ("stopped" as const) : reason;

  const last = finishConnection(getBaseSnapshot());
  const runEnd = omitUndefined({ at: now(), cause });
  let ended = endRun(last, runEnd);
  // A run that was stopped before it was sent keeps the stop reason of the run before.
  if (!turnState.isSent && previousStopReason) {
    ended = { ...ended, run: { ...ended.run, stopReason: previousStopReason } };
  }
  ended = recordAnswersAsResults(ended, context, now());
  if (beforeCalls) ended = beforeCalls(ended);
  const error = errorOf(ended.run, failure?.thrown);
  const result: RunResult = {
    outcome: ended.run.outcome ?? "error",
    result: ended.run.result,
    newMessages: newMessagesSince(ended.messages, previousMessages),
    ...(error && { error }),
  };
  hintAtOpenCalls(context, ended);
  if (hasClientCalls(context, ended)) {
    ended = { ...ended, run: { ...ended.run, status: "executing" } };
  } else context.markIdle();
  commit(ended, "now", { name: "end", ...runEnd });
  listeners.notifyUncompleted(result.newMessages);
  listeners.notify("onRunEnd", result);
  return result;
}

/**
 * Returns the messages that are in none of the lists, without earlier messages inserted before
 * them.
 */
function newMessagesSince(
  messages: readonly Message[],
  previousMessages: StreamEnd["previousMessages"],
): Message[] {
  // Skips the common prefix, which is nearly all of a long conversation.
  let common = 0;
  const isCommon = (list: readonly Message[]) =>
    list[common] && list[common]?.id === messages[common]?.id;
  while (previousMessages.every(isCommon)) common++;
  const ids = new Set(previousMessages.flatMap((list) => list.slice(common)).map(({ id }) => id));
  const others = messages.slice(common);
  const insertedCount = common > 0 ? 0 : others.findIndex(({ id }) => ids.has(id)) + 1;
  return others.slice(insertedCount).filter(({ id }) => !ids.has(id));
}

/** True when the conversation needs no preparation: nothing to drop, answer, add or offer. */
function canSendUnchanged(
  { droppedIds, getBaseSnapshot, contexts, requests, parameters }: RunContext,
  toolCount: number,
): boolean {
  const { interrupts, toolCalls, tracking } = getBaseSnapshot();
  const deferredCount = Object.keys(tracking.deferredValues).length;
  return (
    droppedIds.length + interrupts.length + contexts().length + toolCount + deferredCount === 0 &&
    !requests().prepareInput &&
    typeof parameters.forwardedProps !== "function" &&
    !Object.values(toolCalls).some(isUnanswered)
  );
}
