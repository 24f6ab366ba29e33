import type { ActivityMessage, Message, ToolCall, ToolMessage } from "../protocol/events.ts";
import { isRunning } from "../reducer/isRunning.ts";
import { findMessage, findToolCall } from "../reducer/lookup.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot, ToolCallInfo } from "../reducer/snapshot.ts";
import { isNegative } from "./decision.ts";
import { haveSameItems } from "./haveSameItems.ts";
import { type InterruptRecord, interruptsByCall } from "./interruptPlacement.ts";
import { ancestryOf } from "./subagentAncestry.ts";

/**
 * How far a tool call is, as a person sees it. `streaming`: its arguments arrive; `pending`: they
 * are complete, and this page answers when the run has ended; `running`: it is being answered, here
 * or by the server; `waiting`: a person is asked; `complete`; `failed`: with an error, or because
 * the run ended without an answer, then there is no result; `denied`: a person declined it.
 */
export type ToolCallPhase =
  | "streaming"
  | "pending"
  | "running"
  | "waiting"
  | "complete"
  | "failed"
  | "denied";

/** One tool call with everything that is known of it. Keeps its identity while nothing changes. */
export interface ToolCallView {
  readonly toolCall: ToolCall;
  readonly info: ToolCallInfo;
  /** The message that answers it. */
  readonly result: ToolMessage | undefined;
  readonly status: ToolCallPhase;
  /** What the agent wants to know of a person about this call, answered or not. */
  readonly interrupts: readonly InterruptRecord[];
  /** What the tool wrote while it ran: activities that name the call. */
  readonly outputs: readonly ActivityMessage[];
  /** Ids of the sub-agents that it spawned; absent when there are none. */
  readonly subagents?: readonly string[];
}

const NOTHING: readonly never[] = [];

/** Selects one tool call with its result. Compare with {@link isSameCall}. */
export function selectToolCall(snapshot: Snapshot, id: string): ToolCallView | undefined {
  const found = findToolCall(snapshot, id);
  if (found === undefined) return undefined;
  return toView(snapshot, found.toolCall, found.info, outputsBehind(snapshot, found.info));
}

/** The tool calls of an assistant message, as a person sees them. */
export function toViews(
  snapshot: Snapshot,
  message: Message,
  outputs?: OutputsByCall,
): readonly ToolCallView[] {
  if (message.role !== "assistant" || !message.toolCalls?.length) return NOTHING;
  return message.toolCalls.flatMap((toolCall) => {
    const info = getOwn(snapshot.toolCalls, toolCall.id);
    return info
      ? toView(snapshot, toolCall, info, outputs ?? outputsBehind(snapshot, info))
      : NOTHING;
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
  const interrupts = interruptsByCall(snapshot).get(id) ?? NOTHING;
  const subagents = ancestryOf(snapshot).underCall.get(id);
  return {
    toolCall,
    info,
    result: answer?.role === "tool" ? answer : undefined,
    status: toPhase(toolCall, info, interrupts, snapshot),
    interrupts,
    outputs: outputs.get(id) ?? NOTHING,
    ...(subagents && { subagents }),
  };
}

/** Whether two views of a tool call show the same. */
export function isSameCall(a: ToolCallView | undefined, b: ToolCallView | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.toolCall === b.toolCall &&
    a.info === b.info &&
    a.result === b.result &&
    a.status === b.status &&
    haveSameItems(a.interrupts, b.interrupts) &&
    haveSameItems(a.outputs, b.outputs) &&
    haveSameItems(a.subagents ?? NOTHING, b.subagents ?? NOTHING)
  );
}

/** The activities that name a tool call, by its id. */
export type OutputsByCall = ReadonlyMap<string, readonly ActivityMessage[]>;

/** The call an activity belongs to: it names it, or is named as it. */
function callOf({ id, content, metadata }: ActivityMessage): string {
  const named = [content.toolCallId, metadata?.toolCallId];
  return named.find((value): value is string => typeof value === "string") ?? id;
}

/** Finds the activities that name a call among messages. */
export function activitiesByCall(
  messages: readonly Message[],
  toolCalls: Snapshot["toolCalls"],
): OutputsByCall {
  const outputs = new Map<string, ActivityMessage[]>();
  for (const message of messages) {
    if (message.role !== "activity") continue;
    const id = callOf(message);
    if (getOwn(toolCalls, id)) outputs.set(id, [...(outputs.get(id) ?? []), message]);
  }
  return outputs;
}

/** Whether an activity is shown in the card of the call that it names. */
export function isOutput(message: ActivityMessage, { toolCalls }: Snapshot): boolean {
  return getOwn(toolCalls, callOf(message)) !== undefined;
}

/** The same behind the message that holds a call: what it wrote cannot stand before it. */
function outputsBehind({ messages, toolCalls }: Snapshot, info: ToolCallInfo): OutputsByCall {
  let start = messages.length;
  while (start > 0 && messages[start - 1]?.id !== info.messageId) start--;
  return activitiesByCall(messages.slice(start), toolCalls);
}

function toPhase(
  { function: { name } }: ToolCall,
  info: ToolCallInfo,
  interrupts: readonly InterruptRecord[],
  { run, interrupts: open, tracking }: Snapshot,
): ToolCallPhase {
  const { status, runId, resultMessageId } = info;
  // Also while its answer waits for others, or its server has not written the result down.
  if (status !== "streaming" && isDenied(interrupts.at(-1))) return "denied";
  if (resultMessageId !== undefined) return status;
  if (status === "waiting") return status;
  // Also what was answered for a server that has not heard of it.
  if (status === "running") return isRunning(run) ? status : "failed";
  if (interrupts.some(({ answer }) => !answer)) return "waiting";
  const isOfThisRun = runId !== undefined && runId === run.runId;
  if (isRunning(run)) {
    // Interrupts stay open until the run that answers them ends: that run goes on where one before
    // it waited. Any other run will not answer a call that an earlier one left behind.
    const isResumed = runId !== undefined && open.length > 0;
    if (!isOfThisRun && !isResumed) return "failed";
    if (status === "streaming") return "streaming";
    return isOfThisRun && tracking.toolNames.includes(name) ? "pending" : "running";
  }
  // An interrupt that does not say which call it is about may be about this one.
  const isAskedFor = isOfThisRun && open.some(({ toolCallId }) => toolCallId === undefined);
  if (run.status !== "waiting") return "failed";
  // What was answered about it is sent with the answers to the others.
  if (interrupts.length > 0) return "pending";
  return isAskedFor ? "waiting" : "failed";
}

/** Whether the person said no to what the agent asked; it may have asked again since. */
function isDenied(asked: InterruptRecord | undefined): boolean {
  const { answer } = asked ?? {};
  if (!answer) return false;
  const payload: unknown = answer.payload;
  return answer.status === "cancelled" || isNegative(payload);
}
