import type { ActivityMessage, Message, ToolCall, ToolMessage } from "../protocol/events.ts";
import { findToolCall } from "../reducer/findToolCall.ts";
import { isRunning } from "../reducer/isRunning.ts";
import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "../reducer/snapshot.ts";
import { haveSameItems } from "./compareItems.ts";
import { isNegative } from "./decision.ts";
import { type InterruptRecord, interruptsByCall } from "./interruptPlacement.ts";
import { subagentIndexOf } from "./subagentIndex.ts";

/**
 * Status of a tool call as the user sees it. `streaming`: arguments arrive; `pending`: arguments are
 * complete, and this tab answers after the run; `running`: a handler or the server works; `waiting`: the
 * user is asked; `complete`; `failed`: an error, or no result when the run ended; `denied`: by the user.
 */
export type ToolCallPhase =
  | "streaming"
  | "pending"
  | "running"
  | "waiting"
  | "complete"
  | "failed"
  | "denied";

/** A tool call with everything that a card shows. Keeps its identity while nothing changes. */
export interface ToolCallView {
  /** The call as it is in its assistant message. */
  readonly toolCall: ToolCall;
  /** The location and status of the call. */
  readonly info: ToolCallInfo;
  /** The tool message that answers the call. */
  readonly result: ToolMessage | undefined;
  /** The status as the user sees it. */
  readonly status: ToolCallPhase;
  /** Interrupts about this call, open and answered. */
  readonly interrupts: readonly InterruptRecord[];
  /** Activities that name the call: output of the tool while it ran. */
  readonly outputs: readonly ActivityMessage[];
  /** Ids of the sub-agents that the call started; absent when there are none. */
  readonly subagents?: readonly string[];
}

const NONE: readonly never[] = [];

/** Selects one tool call with its result. Compare with {@link isSameCall}. */
export function selectToolCall(snapshot: Snapshot, id: string): ToolCallView | undefined {
  const lookup = findToolCall(snapshot, id);
  if (lookup === undefined) return undefined;
  return toView(
    snapshot,
    lookup.toolCall,
    lookup.info,
    outputsAfter(snapshot, lookup.info.messageId),
  );
}

/** Returns the tool calls of an assistant message as views. */
export function toViews(
  snapshot: Snapshot,
  message: Message,
  outputs?: OutputsByCall,
): readonly ToolCallView[] {
  if (message.role !== "assistant" || !message.toolCalls?.length) return NONE;
  const ownOutputs = outputs ?? outputsAfter(snapshot, message.id);
  return message.toolCalls.flatMap((toolCall) => {
    const info = getOwn(snapshot.toolCalls, toolCall.id);
    return info ? toView(snapshot, toolCall, info, ownOutputs) : NONE;
  });
}

function toView(
  snapshot: Snapshot,
  toolCall: ToolCall,
  info: ToolCallInfo,
  outputs: OutputsByCall,
): ToolCallView {
  const { id } = toolCall;
  const answer =
    info.resultMessageId === undefined ? undefined : findMessage(snapshot, info.resultMessageId);
  const interrupts = interruptsByCall(snapshot).get(id) ?? NONE;
  const subagents = subagentIndexOf(snapshot).underCall.get(id);
  return {
    toolCall,
    info,
    result: answer?.role === "tool" ? answer : undefined,
    status: toPhase(toolCall, info, interrupts, snapshot),
    interrupts,
    outputs: outputs.get(id) ?? NONE,
    ...(subagents && { subagents }),
  };
}

/** True for two views of a tool call with the same content. */
export function isSameCall(a: ToolCallView | undefined, b: ToolCallView | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.toolCall === b.toolCall &&
    a.info === b.info &&
    a.result === b.result &&
    a.status === b.status &&
    haveSameItems(a.interrupts, b.interrupts) &&
    haveSameItems(a.outputs, b.outputs) &&
    haveSameItems(a.subagents ?? NONE, b.subagents ?? NONE)
  );
}

/** Returns true for a call that the run waits for: the user is asked about the call, or answers it. */
export function needsUser({ status, interrupts }: ToolCallView): boolean {
  return status === "waiting" || interrupts.some(({ answer }) => !answer);
}

/** Activities by the id of the tool call that they name. */
export type OutputsByCall = ReadonlyMap<string, readonly ActivityMessage[]>;

/** Returns the id of the tool call that an activity names, else the activity's own id. */
function callOf({ id, content, metadata }: ActivityMessage): string {
  const named = [content.toolCallId, metadata?.toolCallId];
  return named.find((value): value is string => typeof value === "string") ?? id;
}

/** Collects the activities that name a tool call. */
export function activitiesByCall(
  messages: readonly Message[],
  toolCalls: Snapshot["toolCalls"],
): OutputsByCall {
  const outputs = new Map<string, ActivityMessage[]>();
  for (const message of messages) {
    if (message.role !== "activity") continue;
    const id = callOf(message);
    if (!getOwn(toolCalls, id)) continue;
    const existing = outputs.get(id);
    if (existing) existing.push(message);
    else outputs.set(id, [message]);
  }
  return outputs;
}

/** True for an activity that is shown in the card of a tool call. */
export function isOutput(message: ActivityMessage, { toolCalls }: Snapshot): boolean {
  return getOwn(toolCalls, callOf(message)) !== undefined;
}

/** Collects the activities after the message of a call: output of a call cannot come before it. */
function outputsAfter({ messages, toolCalls }: Snapshot, messageId: string): OutputsByCall {
  let start = messages.length;
  while (start > 0 && messages[start - 1]?.id !== messageId) start--;
  return activitiesByCall(messages.slice(start), toolCalls);
}

function toPhase(
  { function: { name } }: ToolCall,
  info: ToolCallInfo,
  interrupts: readonly InterruptRecord[],
  { run, interrupts: open, tracking }: Snapshot,
): ToolCallPhase {
  const { status, runId, resultMessageId } = info;
  // Holds also while the answer waits for other answers, and before the server sends a result.
  if (status !== "streaming" && isDeniedByUser(interrupts.at(-1))) return "denied";
  if (resultMessageId !== undefined) return status;
  if (status === "waiting") return status;
  // Includes a call whose answer has not reached the server.
  if (status === "running") return isRunning(run) ? status : "failed";
  if (interrupts.some(({ answer }) => !answer)) return "waiting";
  const isOfThisRun = runId !== undefined && runId === run.runId;
  if (isRunning(run)) {
    // Interrupts stay open until the run that resumes them ends. Any other run does not answer calls of
    // an earlier run.
    const isResumed = runId !== undefined && open.length > 0;
    if (!isOfThisRun && !isResumed) return "failed";
    if (status === "streaming") return "streaming";
    return isOfThisRun && tracking.toolNames.includes(name) ? "pending" : "running";
  }
  // An interrupt without a tool call id may be about this call.
  const mayBeInterrupted = isOfThisRun && open.some(({ toolCallId }) => toolCallId === undefined);
  if (run.status !== "waiting") return "failed";
  // The recorded answer is sent together with the answers to the other interrupts.
  if (interrupts.length > 0) return "pending";
  return mayBeInterrupted ? "waiting" : "failed";
}

/** True when the user's answer to the latest interrupt is no. */
function isDeniedByUser(interrupt: InterruptRecord | undefined): boolean {
  const { answer } = interrupt ?? {};
  if (!answer) return false;
  const payload: unknown = answer.payload;
  return answer.status === "cancelled" || isNegative(payload);
}
