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
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { answerCalls } from "../../reducer/localUpdates.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered, openCallIds } from "../../reducer/toolCallStatus.ts";
import { markEditsSent, recordAnswers } from "../../reducer/toolUpdates.ts";
import { collectAnswers, encodeAnswers } from "../interrupts/encodeAnswers.ts";
import { assertValidAnswers } from "../interrupts/validateAnswers.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { ContextEntry, RunParameters } from "../thread/threadOptions.ts";
import { describeTools } from "../tools/parameters.ts";
import type { AnyTool } from "../tools/types.ts";
import type { PreparedInput } from "./consumeAgent.ts";

export interface Preparation {
  readonly parts: InputParts;
  /** The tools of the page that are on offer. */
  readonly tools: readonly AnyTool[];
  /** The end of the conversation before the run. */
  readonly afterMessageId: string | undefined;
}

/**
 * Makes what is sent: the conversation without cut-off messages and unanswered calls, with answers
 * to everything that the agent waits for, and the tools of the page.
 *
 * @throws AgentKitError `invalid-argument` when an answer is not what its interrupt asks for
 */
export async function prepareInput(
  context: RunContext,
  { parts, tools, afterMessageId }: Preparation,
): Promise<PreparedInput> {
  const { droppedIds, createId, listeners, getSnapshot, commit } = context;
  const { resume = [], ...rest } = parts;
  const interrupts = withoutOldAnswers(getSnapshot());
  await assertValidAnswers(context, interrupts, resume);
  // What was stopped while it made ready answers nothing any more.
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
    // A message behind a call without a result is what model providers refuse.
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
    // Of the application; what it gives is passed through untouched.
    const props = typeof forwardedProps === "function" ? await forwardedProps() : forwardedProps;
    // Of a run that was stopped meanwhile nothing is sent, and nothing carried.
    context.signal.throwIfAborted();
    const { status } = getSnapshot().run;
    // What was edited while this was made ready goes with it.
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

/** What the agent is told: the facts of a program, and those that are kept up to date, as they are now. */
function withEntries(
  given: readonly Context[] = [],
  entries: readonly ContextEntry[],
  to: string | undefined,
): readonly Context[] {
  const told = entries.flatMap(({ description, value, agentId }): readonly Context[] => {
    // A thread without a client has one agent, whatever that is called.
    if (to !== undefined && agentId !== undefined && agentId !== to) return [];
    try {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return text === undefined ? [] : [{ description, value: text }];
    } catch (error) {
      // A fact that is no JSON must not keep the person from talking to the agent.
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
 * The open interrupts, without the answers a person gave before they wrote something else: they
 * have moved on. What a tool of the page answered stands, because it is done.
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

/** Answers calls again that this page has answered, and a server has lost the answers of. */
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
 * The calls that nobody will answer, because the interrupt that holds them is cancelled. One that
 * names no call, a sub-agent's for instance, holds every call that no other names.
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

/** What is offered; a tool of the page takes the place of one that a program offers by its name. */
function withTools(offered: readonly Tool[] = [], own: readonly AnyTool[]): readonly Tool[] {
  const names = new Set(own.map(({ name }) => name));
  return [...offered.filter(({ name }) => !names.has(name)), ...describeTools(own)];
}

export interface InputParts extends Omit<RunParameters, "state"> {
  readonly runId: string;
}

/**
 * Builds what a run sends: the conversation without activities. `prepareInput` answers what is open.
 *
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parts: InputParts): RunAgentInput {
  const { runId, tools = [], context = [], resume = [], forwardedProps = {} } = parts;
  return {
    threadId: snapshot.threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    // As it was when the run began: all that it carries, and nothing predicted.
    state: snapshot.state,
    messages: snapshot.messages.filter(({ role }) => role !== "activity"),
    tools: [...tools],
    context: [...context],
    forwardedProps,
    ...(resume.length > 0 && { resume: [...resume] }),
  };
}
