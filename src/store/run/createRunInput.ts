import {
  type Context,
  PROTOCOL_VERSION,
  type ResumeEntry,
  type RunAgentInput,
  type Tool,
  type ToolMessage,
} from "../../protocol/events.ts";
import { notJson } from "../../protocol/issueCodes.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import { answerOpenCalls, cancelUnanswered, dropMessages } from "../../reducer/dropMessages.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import { recordAnswers } from "../../reducer/interrupts/recordAnswers.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { markEditsSent } from "../../reducer/stateUpdates.ts";
import { isUnanswered, openCallIds } from "../../reducer/toolCallStatus.ts";
import { collectAnswers, encodeAnswers } from "../interrupts/encodeAnswers.ts";
import { assertValidAnswers } from "../interrupts/validateAnswers.ts";
import { addLoggedIssue } from "../thread/addLoggedIssue.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { ContextEntry, RunParameters } from "../thread/threadOptions.ts";
import { describeTools } from "../tools/parameters.ts";
import type { AnyTool } from "../tools/toolTypes.ts";
import type { PreparedInput } from "./consumeAgent.ts";
import { serverRunIdOf } from "./runIds.ts";
import { sentMessages } from "./sentMessages.ts";

/** Parameters of {@link createRunInput}. */
interface RunInputOptions {
  /** Id and parameters of the run. */
  readonly parameters: InputParameters;
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
export async function createRunInput(
  context: RunContext,
  { parameters, tools, afterMessageId }: RunInputOptions,
): Promise<PreparedInput> {
  const { getBaseSnapshot, commit } = context;
  const { resume = [], ...rest } = parameters;
  const interrupts = dropSupersededAnswers(getBaseSnapshot());
  await assertValidAnswers(context, interrupts, resume);
  // A run that was stopped meanwhile must not answer anything.
  context.signal.throwIfAborted();
  const at = context.now();
  const answers = collectAnswers(interrupts, resume, at);
  const prepared = prepareConversation(context, { interrupts, resume, answers, afterMessageId });
  const { forwardedProps } = rest;
  const createInput = async () => {
    // The value belongs to the application and is sent unchanged.
    const props = typeof forwardedProps === "function" ? await forwardedProps() : forwardedProps;
    // A run that was stopped meanwhile must not mark edits as sent.
    context.signal.throwIfAborted();
    const { status } = getBaseSnapshot().run;
    // Edits made during the preparation are sent too.
    if (getBaseSnapshot().edits.length > 0 && status === "submitted") {
      commit(markEditsSent(getBaseSnapshot()), "now", { name: "edits-sent" });
    }
    const { state } = getBaseSnapshot();
    const input = buildInput(
      { ...prepared, state },
      {
        ...rest,
        tools: mergeTools(parameters.tools, tools),
        context: mergeContext(context, parameters.context),
        forwardedProps: props,
      },
    );
    const encoded = encodeAnswers(input, interrupts, { answers, newAnswers: resume, at });
    return (await context.requests().prepareInput?.(encoded)) ?? encoded;
  };
  const canRefresh = typeof forwardedProps === "function";
  return { input: await createInput(), ...(canRefresh && { refreshInput: createInput }) };
}

/** Answers with which a run continues. */
interface RunAnswers {
  /** The open interrupts. */
  readonly interrupts: readonly OpenInterrupt[];
  /** The answers in the parameters of the run. */
  readonly resume: readonly ResumeEntry[];
  /** The answers of the run; see {@link collectAnswers}. */
  readonly answers: readonly ResumeEntry[];
  /** Id of the last message before the run. */
  readonly afterMessageId: string | undefined;
}

/** Commits the conversation that the run sends, and notifies the listeners of its new messages. */
function prepareConversation(context: RunContext, answers: RunAnswers): Snapshot {
  const { droppedIds, createId, from, listeners, getBaseSnapshot, commit } = context;
  const remaining = dropMessages(finishConnection(getBaseSnapshot()), droppedIds);
  const answered = answerOpenCalls(restoreLostResults(remaining, context), createId, from.run);
  const prepared = recordRunAnswers(answered, createId, answers);
  if (prepared !== getBaseSnapshot()) commit(prepared, "now");
  const knownMessages = new Set(remaining.messages);
  for (const message of prepared.messages) {
    if (!knownMessages.has(message)) listeners.notify("onMessage", message);
  }
  return prepared;
}

/** Records the answers that have changed, and cancels the calls of cancelled interrupts before a new user message. */
function recordRunAnswers(
  snapshot: Snapshot,
  createId: () => string,
  { interrupts, resume, answers, afterMessageId }: RunAnswers,
): Snapshot {
  if (interrupts.length === 0) return snapshot;
  const changed = answers.filter((answer, i) => interrupts[i]?.answer !== answer);
  const isNew = (answer: ResumeEntry) => resume.includes(answer);
  const lastId = snapshot.messages.at(-1)?.id;
  const resumed = recordAnswers(snapshot, byInterrupt(changed.filter(isNew)), lastId);
  const cancelled = changed.filter((answer) => !isNew(answer));
  const next = recordAnswers(resumed, byInterrupt(cancelled), afterMessageId);
  // Model providers reject a message after a tool call without a result.
  const hasNewUserMessage = next.messages.at(-1)?.role === "user";
  return hasNewUserMessage ? cancelUnanswered(next, cancelledCallIds(next), createId) : next;
}

/**
 * Returns the context of a run: the entries of client and thread with their current values, then
 * the context of the application.
 */
function mergeContext(
  context: RunContext,
  applicationContext: readonly Context[] = [],
): readonly Context[] {
  const threadAgentId = context.thread().agentId;
  const entryContext = context.contexts().flatMap((entry): readonly Context[] => {
    const { description, value, agentId } = entry;
    // A thread without a client has one agent, whatever its name.
    if (threadAgentId !== undefined && agentId !== undefined && agentId !== threadAgentId)
      return [];
    const text = typeof value === "string" ? value : contextText(context, entry);
    return text === undefined ? [] : [{ description, value: text }];
  });
  return [...entryContext, ...applicationContext];
}

/**
 * Returns the JSON text of a context entry. A value that is not JSON is left out and becomes an issue: it must not prevent
 * the run.
 */
function contextText(context: RunContext, { description, value }: ContextEntry) {
  try {
    return JSON.stringify(value);
  } catch {
    addLoggedIssue(context, notJson, description);
    return undefined;
  }
}

function byInterrupt(answers: readonly ResumeEntry[]): ReadonlyMap<string, ResumeEntry> {
  return new Map(answers.map((answer) => [answer.interruptId, answer]));
}

/**
 * Returns the open interrupts without payloads that the user gave before the last message: a later
 * message supersedes them. Cancellations stay, answers that the agent has received, and answers of
 * tools, because the tool has run.
 */
function dropSupersededAnswers({ interrupts, messages }: Snapshot): readonly OpenInterrupt[] {
  const last = messages.at(-1);
  if (last?.role !== "user") return interrupts;
  return interrupts.map((interrupt) => {
    const { answer, ...open } = interrupt;
    const { reason, afterMessageId, isAnswerReceived } = interrupt;
    const isCurrent =
      isAnswerReceived || afterMessageId === last.id || answer?.status === "cancelled";
    return isCurrent || reason === TANSTACK_CLIENT_TOOL ? interrupt : open;
  });
}

/** Adds the results of this tab's tool calls that the server's history has lost. */
function restoreLostResults(snapshot: Snapshot, { toolResults, createId }: RunContext): Snapshot {
  return answerCalls(
    snapshot,
    openCallIds(snapshot).flatMap((toolCallId): readonly ToolMessage[] => {
      const result = toolResults.get(toolCallId);
      return result ? [{ id: createId(), role: "tool", toolCallId, ...result }] : [];
    }),
  );
}

/**
 * Returns the ids of the calls that stay unanswered because their interrupt is cancelled. An interrupt without
 * a call id, a sub-agent's for instance, applies to every call that no other interrupt names.
 */
function cancelledCallIds({ interrupts, toolCalls }: Snapshot): readonly string[] {
  const isCancelled = ({ answer }: OpenInterrupt) => answer?.status === "cancelled";
  const cancelsUnnamed = interrupts.some(
    (interrupt) => interrupt.toolCallId === undefined && isCancelled(interrupt),
  );
  const namedIds = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const cancelled = interrupts.filter(isCancelled);
  const cancelledIds = new Set(cancelled.map(({ toolCallId }) => toolCallId));
  return Object.keys(toolCalls).filter((id) => {
    const info = getOwn(toolCalls, id);
    if (!info || !isUnanswered(info)) return false;
    return namedIds.has(id) ? cancelledIds.has(id) : cancelsUnnamed;
  });
}

/**
 * Returns the tools to offer. A tool of this tab shadows a tool of the application with the same name.
 */
function mergeTools(offered: readonly Tool[] = [], matching: readonly AnyTool[]): readonly Tool[] {
  const names = new Set(matching.map(({ name }) => name));
  return [...offered.filter(({ name }) => !names.has(name)), ...describeTools(matching)];
}

/** Parameters of {@link buildInput}. */
interface InputParameters extends Omit<RunParameters, "state" | "runId"> {
  readonly runId: string;
}

/**
 * Builds the input of a run: the conversation as agents receive it, and the parameters.
 *
 * @throws AgentKitError `invalid-argument` when `forwardedProps` are not JSON
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parameters: InputParameters): RunAgentInput {
  const { runId, parentRunId, tools = [], context = [] } = parameters;
  const { resume = [], forwardedProps = {} } = parameters;
  assertJson(forwardedProps, "forwardedProps");
  return {
    threadId: snapshot.threadId,
    runId: serverRunIdOf(runId),
    ...(parentRunId !== undefined && { parentRunId: serverRunIdOf(parentRunId) }),
    protocolVersion: PROTOCOL_VERSION,
    // The state at the start of the run, with sent edits and without predictions.
    state: snapshot.state,
    messages: sentMessages(snapshot.messages, snapshot.subagents),
    tools: [...tools],
    context: [...context],
    forwardedProps,
    ...(resume.length > 0 && { resume: [...resume] }),
  };
}
