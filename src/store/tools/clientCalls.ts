import { callsOf } from "../../protocol/callsOf.ts";
import { printHint } from "../../protocol/developmentHint.ts";
import type { ToolCall } from "../../protocol/events.ts";
import { isStandIn } from "../../protocol/standIns.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "../../reducer/snapshot.ts";
import { isAnsweredByTab, isUnanswered } from "../../reducer/toolCallStatus.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunParameters } from "../thread/threadOptions.ts";
import type { AnyTool } from "./toolTypes.ts";

// The tool of a call decides who answers the call:
//
// | tool | answer |
// | --- | --- |
// | of the server | the server sends the result, perhaps in a later run |
// | registered in this tab | this tab calls the handler or asks the user (`executableCalls`) |
// | in the `tools` of the run, not registered | the application sends the result (`isLeftToApplication`) |
// | in none of these lists, and the run was offered others | this tab answers that there is no such tool (`unknownToolCalls`) |
// | in none of these lists, and the run was offered none | the server sends the result, perhaps in a later run (`hintAtOpenCalls`) |
// | registered in this tab after the run had started | the server sends the result, perhaps in a later run (`hintAtOpenCalls`) |
//
// Example: the run offers `paint`. A call of `piant` gets "there is no such tool", so that the model calls `paint` instead.
//
// `hasClientCalls` decides at the end of a run whether this tab has anything to answer.

/** A tool call that this tab executes. */
export interface ClientCall {
  /** Id of the call. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** JSON text, as it was streamed. */
  readonly args: string;
}

/** Returns the calls of the last run that this tab executes or has executed. */
export function lastRunClientCalls(
  snapshot: Snapshot,
): readonly (ClientCall & { readonly info: ToolCallInfo })[] {
  const { run, toolCalls } = snapshot;
  return Object.entries(toolCalls).flatMap(([id, info]) => {
    if (info.runId !== run.runId || !isAnsweredByTab(info)) return [];
    const { name = "", arguments: args = "" } = findToolCall(snapshot, id)?.toolCall.function ?? {};
    return { id, name, args, info };
  });
}

/** Returns the id of the unanswered interrupt with which TanStack passes a call to the page. */
export function interruptForCall({ interrupts }: Snapshot, toolCallId: string): string | undefined {
  return interrupts.find(
    (interrupt) =>
      interrupt.reason === TANSTACK_CLIENT_TOOL &&
      interrupt.toolCallId === toolCallId &&
      !interrupt.answer,
  )?.id;
}

/**
 * True when a run that has ended leaves calls, or interrupts of TanStack, to this tab and not to the application.
 * Unlike {@link executableCalls}, counts calls that have an answer already: the agent has to receive it.
 */
export function hasClientCalls(
  { tools, turnState, parameters }: RunContext,
  snapshot: Snapshot,
): boolean {
  const registered = tools.getTools();
  const { run, interrupts } = snapshot;
  if (run.outcome !== "success" && run.outcome !== "interrupt") return false;
  return (
    turnState.isAnsweredEarly ||
    run.pendingToolCallIds.some((id) => {
      const name = findToolCall(snapshot, id)?.toolCall.function.name ?? "";
      return !isLeftToApplication(name, registered, parameters.tools);
    }) ||
    unknownToolCalls(snapshot, registered, parameters.tools).length > 0 ||
    (registered.size > 0 && interrupts.some(({ reason }) => reason === TANSTACK_CLIENT_TOOL))
  );
}

/** Returns the calls to execute: pending calls, and calls that TanStack passes as interrupts. */
export function executableCalls(
  snapshot: Snapshot,
  registeredTools: ReadonlyMap<string, AnyTool>,
  offeredTools: RunParameters["tools"],
): readonly ClientCall[] {
  const { run, interrupts } = snapshot;
  const interruptCallIds = interrupts.flatMap(({ toolCallId: id }) =>
    id && interruptForCall(snapshot, id) ? id : [],
  );
  const calls = [...run.pendingToolCallIds, ...interruptCallIds].flatMap((id) => {
    const lookup = findToolCall(snapshot, id);
    if (lookup?.info.status !== "pending") return [];
    const { name, arguments: args } = lookup.toolCall.function;
    // The user answers an interrupt for an unregistered tool.
    const isLeftToOthers = interruptCallIds.includes(id)
      ? !registeredTools.has(name)
      : isLeftToApplication(name, registeredTools, offeredTools);
    return isLeftToOthers ? [] : { id, name, args };
  });
  return [...calls, ...unknownToolCalls(snapshot, registeredTools, offeredTools)];
}

/** True for a tool that the application offers in a run and has not registered: it answers the calls itself. */
function isLeftToApplication(
  name: string,
  registered: { has(name: string): boolean },
  offered: readonly { readonly name: string }[] = [],
): boolean {
  return !registered.has(name) && offered.some((tool) => tool.name === name);
}

/**
 * In development, prints the first call that has no result, that this tab does not answer, and whose tool the run was not
 * offered. The server may have the tool and send a result later, or the page has registered the tool too late or never.
 */
export function hintAtOpenCalls(
  { options, tools, parameters }: RunContext,
  snapshot: Snapshot,
): void {
  const { toolNames } = snapshot.tracking;
  const registered = tools.getTools();
  const call = callsOfUnknownTools(snapshot, new Map(), parameters.tools).find(
    ({ name }) => !toolNames.includes(name) && (toolNames.length === 0 || registered.has(name)),
  );
  if (call) printHint("open-call", options.agent, [call.name, registered.has(call.name)]);
}

/** Returns the calls of unknown tools that this tab answers: the run was offered other tools. */
function unknownToolCalls(
  snapshot: Snapshot,
  registeredTools: ReadonlyMap<string, AnyTool>,
  offeredTools?: RunParameters["tools"],
): readonly ClientCall[] {
  const hasOffered = snapshot.tracking.toolNames.length > 0;
  return hasOffered ? callsOfUnknownTools(snapshot, registeredTools, offeredTools) : [];
}

/**
 * Returns the calls of tools that neither this tab nor the application has, when the agent waits for their results.
 * The run succeeded, and its last messages are these calls. A tool of which the server has answered a call before is a
 * tool of the server.
 */
function callsOfUnknownTools(
  snapshot: Snapshot,
  registeredTools: ReadonlyMap<string, AnyTool>,
  offeredTools: RunParameters["tools"] = [],
): readonly ClientCall[] {
  const { run, interrupts, toolCalls } = snapshot;
  if (run.outcome !== "success" || interrupts.length > 0) return [];
  const calls = lastCalls(snapshot).flatMap(({ id, function: { name, arguments: args } }) => {
    const info = getOwn(toolCalls, id);
    const isOpen = info?.status === "pending" && info.runId === run.runId;
    const isKnown = registeredTools.has(name) || offeredTools.some((tool) => tool.name === name);
    return isOpen && !isKnown && !run.pendingToolCallIds.includes(id) ? [{ id, name, args }] : [];
  });
  if (calls.length === 0) return calls;
  const serverTools = serverToolsOf(snapshot);
  return calls.filter(({ name }) => !serverTools.has(name));
}

/** Returns the calls with which a conversation ends. */
export function lastCalls({ messages }: Snapshot): readonly ToolCall[] {
  const lastOther = messages.findLastIndex(
    (message) => !/^(tool|activity|reasoning)$/.test(message.role) && callsOf(message).length === 0,
  );
  return messages.slice(lastOther + 1).flatMap(callsOf);
}

/** Returns the names of the tools of which the server has answered a call. */
function serverToolsOf(snapshot: Snapshot): ReadonlySet<string> {
  const calls = snapshot.messages.flatMap(callsOf);
  const answered = calls.filter(({ id }) => {
    const info = getOwn(snapshot.toolCalls, id);
    if (!info || isUnanswered(info) || isAnsweredByTab(info)) return false;
    const result = findMessage(snapshot, info.resultMessageId ?? "");
    return result?.role === "tool" && !isStandIn(result);
  });
  return new Set(answered.map((call) => call.function.name));
}
