import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { beginRun, endRun } from "../../reducer/localUpdates.ts";
import { findToolCall } from "../../reducer/lookup.ts";
import type { RunStopReason, Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { assertNotExpired } from "../interrupts/validateAnswers.ts";
import { readWithReconnect } from "../reconnect/readWithReconnect.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { isLeftToProgram } from "../tools/registry.ts";
import { createAbortable } from "./abortable.ts";
import { consumeAgent, type PreparedInput } from "./consumeAgent.ts";
import { createEventIngestor } from "./eventIngestor.ts";
import { buildInput, prepareInput } from "./prepareInput.ts";
import { errorOf, toRunError } from "./runError.ts";

/**
 * Runs an agent once, from input to the end of its stream. Resolves when the run has ended,
 * however it did; the snapshot says how. It is `executing` then when calls wait for the page.
 *
 * @throws AgentKitError `invalid-argument` when `resume` answers an expired interrupt
 */
export async function executeRun(context: RunContext): Promise<RunResult> {
  const { signal, createId, now, listeners, from, parameters, getSnapshot, commit } = context;
  const { agent } = context.options;
  const runId = createId();
  const { turnState } = context;
  turnState.isAnsweredEarly = false;
  turnState.isSent = false;
  if (parameters.resume) assertNotExpired(from.interrupts, parameters.resume, now());
  const tools = [...context.tools.all().values()].filter(({ available }) => available !== false);
  const toolNames = [...(parameters.tools ?? []), ...tools].map(({ name }) => name);
  const { messages: before, run: previous } = getSnapshot();
  const known = [before, from.messages];
  // Before anything is loaded or read: what the person sent shows at once.
  const begun = { runId, toolNames, at: now() };
  commit(beginRun(from, begun), "now", { name: "run", ...begun }, from);
  for (const message of newMessagesSince(from.messages, [before]))
    listeners.notify("onMessage", message);
  const message = from.messages.at(-1);
  if (turnState.sending && message?.role === "user") {
    listeners.notify("onSend", { message, wasQueued: turnState.sending === "waited" });
  }
  // What the thread goes on with by itself is not sent.
  turnState.sending = undefined;
  listeners.notify("onRunStart", { runId });

  const abortable = createAbortable(signal);
  let failure: { readonly thrown: unknown } | undefined;
  try {
    const parts = { ...parameters, runId };
    const afterMessageId = before.at(-1)?.id;
    // The request goes out in the same task where nothing has to be prepared.
    const prepared: PreparedInput = canSendUnchanged(context, tools.length)
      ? { input: buildInput(getSnapshot(), parts) }
      : await abortable.wait(prepareInput(context, { parts, tools, afterMessageId }));
    const { messages, inheritedIds } = getSnapshot();
    known.push(messages);
    context.changes.recordChange({ cause: { name: "input", input: prepared.input } });
    turnState.isSent = true;
    const given = omitUndefined({ ...prepared, inheritedIds });
    if (agent.connect) {
      await readWithReconnect(context, abortable, given);
    } else await consumeAgent(agent, given, abortable, createEventIngestor(context, runId));
  } catch (thrown) {
    // Whatever it is: some agents throw nothing at all.
    failure = { thrown };
  }
  abortable.release();
  return finishRun(context, { failure, known, halt: previous.stopReason });
}

/** How the stream of a run has ended. */
interface StreamEnd {
  readonly failure?: { readonly thrown: unknown } | undefined;
  /** The messages that were there before the run. */
  readonly known: readonly (readonly Message[])[];
  /** Why the thread rested before it. */
  readonly halt?: RunStopReason | undefined;
}

/** Ends a run whose stream has ended, and tells of it. */
export function finishRun(context: RunContext, { failure, known, halt }: StreamEnd): RunResult {
  const { signal, now, listeners, getSnapshot, commit, turnState } = context;
  const reason = failure && toRunError(failure.thrown);
  // A rule that was broken outranks a listener that stops the run when it hears of it.
  const cause = reason && signal.aborted && !reason.issue ? ("stopped" as const) : reason;

  const last = flushDeferred(getSnapshot());
  const ending = omitUndefined({ at: now(), cause });
  let ended = endRun(last, ending);
  // What was stopped before it went out has changed nothing of why the thread rests.
  if (!turnState.isSent && halt) {
    ended = { ...ended, run: { ...ended.run, stopReason: halt } };
  }
  const error = errorOf(ended.run, failure?.thrown);
  const result: RunResult = {
    outcome: ended.run.outcome ?? "error",
    result: ended.run.result,
    newMessages: newMessagesSince(ended.messages, known),
    ...(error && { error }),
  };
  if (hasClientCalls(context, ended)) {
    ended = { ...ended, run: { ...ended.run, status: "executing" } };
  } else context.release();
  commit(ended, "now", { name: "end", ...ending });
  listeners.notifyUncompleted(result.newMessages);
  listeners.notify("onRunEnd", result);
  return result;
}

/** The messages that none of the lists has, without those that were put in front of them meanwhile. */
function newMessagesSince(messages: readonly Message[], known: StreamEnd["known"]): Message[] {
  // Nearly all of a long conversation stays where it is, and needs no looking up.
  let same = 0;
  while (known.every((list) => list[same] && list[same]?.id === messages[same]?.id)) same++;
  const ids = new Set(known.flatMap((list) => list.slice(same)).map(({ id }) => id));
  const rest = messages.slice(same);
  const front = same > 0 ? 0 : rest.findIndex(({ id }) => ids.has(id)) + 1;
  return rest.slice(front).filter(({ id }) => !ids.has(id));
}

/** True when the conversation needs no preparation: nothing to drop, answer, add or offer. */
function canSendUnchanged(
  { droppedIds, getSnapshot, contexts, requests, parameters }: RunContext,
  toolCount: number,
): boolean {
  const { interrupts, toolCalls, tracking } = getSnapshot();
  const deferredCount = Object.keys(tracking.deferredValues).length;
  return (
    droppedIds.length + interrupts.length + contexts().length + toolCount + deferredCount === 0 &&
    !requests().prepareInput &&
    typeof parameters.forwardedProps !== "function" &&
    !Object.values(toolCalls).some(isUnanswered)
  );
}

/** Whether there are calls that the page answers, and not a program that offered their tools. */
function hasClientCalls({ tools, turnState, parameters }: RunContext, snapshot: Snapshot): boolean {
  const registered = tools.all();
  const { run, interrupts } = snapshot;
  if (run.outcome !== "success" && run.outcome !== "interrupt") return false;
  return (
    turnState.isAnsweredEarly ||
    run.pendingToolCallIds.some((id) => {
      const name = findToolCall(snapshot, id)?.toolCall.function.name ?? "";
      return !isLeftToProgram(name, registered, parameters.tools);
    }) ||
    (registered.size > 0 && interrupts.some(({ reason }) => reason === TANSTACK_CLIENT_TOOL))
  );
}
