import {
  type Context,
  PROTOCOL_VERSION,
  type ResumeEntry,
  type RunAgentInput,
  type Tool,
  type ToolMessage,
} from "../../protocol/events.ts";
import { answerOpenCalls, cancelUnanswered, dropMessages } from "../../reducer/dropMessages.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { answerCalls } from "../../reducer/localUpdates.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered, openCallIds } from "../../reducer/toolCallStatus.ts";
import { markEditsSent, recordAnswers } from "../../reducer/toolUpdates.ts";
import { collectAnswers, encodeAnswers } from "../interrupts/encodeAnswers.ts";
import { TANSTACK_CLIENT_TOOL } from "../interrupts/tanstackAnswer.ts";
import { assertValidAnswers } from "../interrupts/validateAnswers.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { ContextEntry, RunParameters } from "../thread/threadOptions.ts";
import { describeTools } from "../tools/parameters.ts";
import type { AnyTool } from "../tools/types.ts";
import type { PreparedInput } from "./consumeAgent.ts";

/** Parameters of {@link prepareInput}. */
export interface Preparation {
  /** Id and parameters of the run. */
  readonly parts: InputParts;
  /** Available tools of this tab. */
  readonly tools: readonly AnyTool[];
  /** Id of the last message before the run. */
  readonly afterMessageId: string | undefined;
}

/**
 * Prepares the input of a run: drops unfinished messages, answers open calls and interrupts, and
 * adds the tools and context of this tab.
 *
 * @throws AgentKitError `invalid-argument` when an answer does not match the schema of its
 * interrupt
 */
export async function prepareInput(
  context: RunContext,
  { parts, tools, afterMessageId }: Preparation,
): Promise<PreparedInput> {
  const { droppedIds, createId, listeners, getSnapshot, commit } = context;
  const { resume = [], ...rest } = parts;
  const interrupts = withoutOldAnswers(getSnapshot());
  await assertValidAnswers(context, interrupts, resume);
  // A run that was stopped meanwhile must not answer anything.
  context.signal.throwIfAborted();
  const at = context.now();
  const answers = collectAnswers(interrupts, resume, at);

  const kept = dropMessages(flushDeferred(getSnapshot()), droppedIds);
  let ready = answerOpenCalls(answerAgain(kept, context), createId);
  if (interrupts.length > 0) {
    const fresh = answers.filter((answer, i) => interrupts[i]?.answer !== answer);
    const isGiven = (answer: ResumeEntry) => resume.includes(answer);
    ready = recordAnswers(ready, byInterrupt(fresh.filter(isGiven)), ready.messages.at(-1)?.id);
    const cancelled = fresh.filter((answer) => !isGiven(answer));
    ready = recordAnswers(ready, byInterrupt(cancelled), afterMessageId);
    // Model providers reject a message after a tool call without a result.
    const isMovedOn = ready.messages.at(-1)?.role === "user";
    if (isMovedOn) ready = cancelUnanswered(ready, cancelledCallIds(ready), createId);
  }
  if (ready !== getSnapshot()) commit(ready, "now");
  const known = new Set(kept.messages);
  for (const message of ready.messages) {
    if (!known.has(message)) listeners.notify("onMessage", message);
  }
  const { forwardedProps } = rest;
  const make = async () => {
    // The value belongs to the application and is sent unchanged.
    const props = typeof forwardedProps === "function" ? await forwardedProps() : forwardedProps;
    // A run that was stopped meanwhile must not mark edits as sent.
    context.signal.throwIfAborted();
    const { status } = getSnapshot().run;
    // Edits made during the preparation are sent too.
    if (getSnapshot().edits.length > 0 && status === "submitted") {
      commit(markEditsSent(getSnapshot()), "now", { name: "carry" });
    }
    const { state } = getSnapshot();
    const input = buildInput(
      { ...ready, state },
      {
        ...rest,
        tools: withTools(parts.tools, tools),
        context: withEntries(parts.context, context.contexts(), context.thread().agentId),
        forwardedProps: props,
      },
    );
    const spelled = encodeAnswers(input, interrupts, answers, at);
    return (await context.requests().prepareInput?.(spelled)) ?? spelled;
  };
  const isFresh = typeof forwardedProps === "function";
  return { input: await make(), ...(isFresh && { refreshInput: make }) };
}

/**
 * Returns the context of a run: the entries of client and thread with their current values, then
 * the context of the program.
 */
function withEntries(
  given: readonly Context[] = [],
  entries: readonly ContextEntry[],
  to: string | undefined,
): readonly Context[] {
  const told = entries.flatMap(({ description, value, agentId }): readonly Context[] => {
    // A thread without a client has one agent, whatever its name.
    if (to !== undefined && agentId !== undefined && agentId !== to) return [];
    try {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return text === undefined ? [] : [{ description, value: text }];
    } catch (error) {
      // An entry that is not JSON must not prevent the run.
      reportUncaught(error);
      return [];
    }
  });
  return [...told, ...given];
}

function byInterrupt(answers: readonly ResumeEntry[]): ReadonlyMap<string, ResumeEntry> {
  return new Map(answers.map((answer) => [answer.interruptId, answer]));
}

/**
 * Returns the open interrupts without answers that the user gave before the last message: a later
 * message supersedes them. Answers of tools stay, because the tool has run.
 */
function withoutOldAnswers({ interrupts, messages }: Snapshot): readonly OpenInterrupt[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return interrupts;
  return interrupts.map((interrupt) => {
    const { answer: _, ...open } = interrupt;
    const { reason, afterMessageId } = interrupt;
    return afterMessageId === last.id || reason === TANSTACK_CLIENT_TOOL ? interrupt : open;
  });
}

/** Adds the results of this tab's tool calls that the server's history has lost. */
function answerAgain(snapshot: Snapshot, { toolResults, createId }: RunContext): Snapshot {
  return answerCalls(
    snapshot,
    openCallIds(snapshot).flatMap((toolCallId): readonly ToolMessage[] => {
      const result = toolResults.get(toolCallId);
      return result ? [{ id: createId(), role: "tool", toolCallId, ...result }] : [];
    }),
  );
}

/**
 * Returns the calls that stay unanswered because their interrupt is cancelled. An interrupt without
 * a call id, a sub-agent's for instance, applies to every call that no other interrupt names.
 */
function cancelledCallIds({ interrupts, toolCalls }: Snapshot): readonly string[] {
  const isCancelled = ({ answer }: OpenInterrupt) => answer?.status === "cancelled";
  const holdsAny = interrupts.some((one) => one.toolCallId === undefined && isCancelled(one));
  return Object.keys(toolCalls).filter((id) => {
    const info = getOwn(toolCalls, id);
    if (!info || !isUnanswered(info)) return false;
    const own = interrupts.filter(({ toolCallId }) => toolCallId === id);
    return own.length > 0 ? own.some(isCancelled) : holdsAny;
  });
}

/**
 * Returns the tools to offer. A tool of this tab shadows a tool of the program with the same name.
 */
function withTools(offered: readonly Tool[] = [], own: readonly AnyTool[]): readonly Tool[] {
  const names = new Set(own.map(({ name }) => name));
  return [...offered.filter(({ name }) => !names.has(name)), ...describeTools(own)];
}

/** Parameters of {@link buildInput}. */
export interface InputParts extends Omit<RunParameters, "state"> {
  /** Id of the run. */
  readonly runId: string;
}

/**
 * Builds the input of a run: the conversation without activities, and the parameters.
 *
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parts: InputParts): RunAgentInput {
  const { runId, tools = [], context = [], resume = [], forwardedProps = {} } = parts;
  return {
    threadId: snapshot.threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    // The state at the start of the run, with sent edits and without predictions.
    state: snapshot.state,
    messages: snapshot.messages.filter(({ role }) => role !== "activity"),
    tools: [...tools],
    context: [...context],
    forwardedProps,
    ...(resume.length > 0 && { resume: [...resume] }),
  };
}
