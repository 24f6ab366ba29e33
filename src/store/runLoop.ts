import type { RunAgentInput } from "../protocol/events.ts";
import type { RunError } from "../reducer/snapshot.ts";
import { hasOpenCalls } from "../reducer/toolCallInfo.ts";
import { beginRun, endRun } from "../reducer/transitions.ts";
import { assertAnswerable, buildInput } from "./buildInput.ts";
import { createInterruptible, type Interruptible } from "./interruptible.ts";
import { loadPart } from "./loadPart.ts";
import { readAgent } from "./readAgent.ts";
import type { RunContext } from "./runContext.ts";
import { describeFailure, describeViolation, errorOf } from "./runError.ts";
import { createStreamReader, Violation } from "./streamReader.ts";
import type { RunResult } from "./types.ts";

/**
 * Runs an agent once, from input to the end of its stream. Resolves when the run has ended,
 * however it did; the snapshot says how.
 *
 * @throws AgentKitError `invalid-argument` when `resume` answers an expired interrupt
 */
export async function executeRun<TState>(context: RunContext<TState>): Promise<RunResult> {
  const { signal, createId, now, listeners, from, parameters, getSnapshot, commit } = context;
  const runId = createId();
  assertAnswerable(from.interrupts, parameters.resume, now());
  const toolNames = parameters.tools?.map(({ name }) => name) ?? [];
  const known = new Set(getSnapshot().messages.map(({ id }) => id));
  // Before anything is loaded or read: what the person sent shows at once.
  commit(beginRun(from, { runId, toolNames, at: now() }), "now");
  for (const message of from.messages) {
    if (!known.has(message.id)) listeners.notify("onMessage", message);
  }
  listeners.notify("onRunStart", { runId });

  const before = new Set(from.messages.map(({ id }) => id));
  const interruptible = createInterruptible(signal);
  let cause: "stopped" | RunError | undefined;
  let thrown: unknown;
  try {
    const input = isReady(context)
      ? buildInput(getSnapshot(), { ...parameters, runId })
      : await prepareInput(context, runId, interruptible);
    for (const { id } of input.messages) before.add(id);
    await readAgent(context.agent, input, interruptible, createStreamReader(context, runId));
  } catch (error) {
    thrown = error;
    if (error instanceof Violation) cause = describeViolation(error.issue);
    else cause = signal.aborted ? "stopped" : describeFailure(error);
  }
  interruptible.release();

  const ended = endRun(getSnapshot(), { at: now(), ...(cause && { cause }) });
  const error = errorOf(ended.run, thrown);
  const result: RunResult = {
    outcome: ended.run.outcome ?? "error",
    result: ended.run.result,
    newMessages: ended.messages.filter(({ id }) => !before.has(id)),
    ...(error && { error }),
  };
  context.release();
  commit(ended, "now");
  listeners.notifyRest(result.newMessages);
  listeners.notify("onRunEnd", result);
  return result;
}

/** Whether the conversation can be sent as it is: nothing to drop, to close or to answer. */
function isReady<TState>({ droppedIds, getSnapshot }: RunContext<TState>): boolean {
  const snapshot = getSnapshot();
  return droppedIds.length + snapshot.interrupts.length === 0 && !hasOpenCalls(snapshot);
}

/** Makes what is sent, of a conversation without cut-off messages and unanswered calls. */
async function prepareInput<TState>(
  context: RunContext<TState>,
  runId: string,
  { wait }: Interruptible,
): Promise<RunAgentInput> {
  const { droppedIds, createId, listeners, parameters, getSnapshot, commit } = context;
  if (droppedIds.length > 0 || hasOpenCalls(getSnapshot())) {
    const load = loadPart(() => import("../reducer/history.ts"));
    const { answerOpenCalls, dropMessages } = await wait(load);
    const kept = dropMessages(getSnapshot(), droppedIds);
    const answered = answerOpenCalls(kept, createId);
    commit(answered, "now");
    for (const message of answered.messages) {
      if (!kept.messages.includes(message)) listeners.notify("onMessage", message);
    }
  }
  const { interrupts } = getSnapshot();
  const input = buildInput(getSnapshot(), { ...parameters, runId });
  if (interrupts.length === 0) return input;
  const { answerInterrupts } = await wait(loadPart(() => import("./answerInterrupts.ts")));
  return answerInterrupts(input, interrupts);
}
