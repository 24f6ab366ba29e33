import type { Message, ToolMessage } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { getOwn, putOwn } from "./safeRecord.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

/** The error of a tool message that says a person declined the call. */
export const DENIED = "denied";

/** How far a call is that this tool message answers. */
export function statusOfResult({
  error,
}: Pick<ToolMessage, "error">): "complete" | "failed" | "denied" {
  if (error === undefined) return "complete";
  return error === DENIED ? "denied" : "failed";
}

/**
 * Describes every tool call in a list of messages. What is known of a call already is kept, with
 * its identity where nothing changed; calls seen for the first time are made by `runId`.
 *
 * @param rewritten - The messages that say something else than they did.
 */
export function describeToolCalls(
  messages: readonly Message[],
  known: Readonly<Record<string, ToolCallInfo>>,
  runId?: string,
  rewritten?: ReadonlySet<string>,
): Readonly<Record<string, ToolCallInfo>> {
  const results: Record<string, ToolMessage> = {};
  for (const message of messages) {
    if (message.role === "tool") putOwn(results, message.toolCallId, message);
  }
  const described: Record<string, ToolCallInfo> = {};
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { id } of message.toolCalls ?? []) {
      if (Object.hasOwn(described, id)) continue;
      const before = getOwn(known, id);
      const result = getOwn(results, id);
      const isRepeated = before && before.resultMessageId === result?.id;
      const isTold = isRepeated && result && !result.error && !rewritten?.has(result.id);
      // Some servers repeat an answer without its error (Strands does); that it is one stands.
      const status = isTold ? before.status : statusOfCall(result, before);
      const error = isTold ? before.error : result?.error;
      const isSame =
        before?.messageId === message.id &&
        before.status === status &&
        before.error === error &&
        before.resultMessageId === result?.id;
      if (before && isSame) putOwn(described, id, before);
      else {
        const start: Partial<ToolCallInfo> = before ?? omitUndefined({ runId });
        const { resultMessageId: _, error: __, ...rest } = start;
        putOwn(described, id, {
          ...rest,
          messageId: message.id,
          status,
          ...omitUndefined({ resultMessageId: result?.id, error }),
        });
      }
    }
  }
  return described;
}

function statusOfCall(
  result: ToolMessage | undefined,
  before: ToolCallInfo | undefined,
): ToolCallInfo["status"] {
  if (result) return statusOfResult(result);
  // A call whose result was taken away is open again.
  return before && isUnanswered(before) ? before.status : "pending";
}

/** Whether a call has no answer. */
export function isUnanswered({ resultMessageId }: ToolCallInfo): boolean {
  return resultMessageId === undefined;
}

/** Whether this page has taken it upon itself to answer a call. */
export function isClaimed({ status }: ToolCallInfo): boolean {
  return status === "running" || status === "waiting";
}

/**
 * The calls that nobody answered and that no interrupt holds. An interrupt that does not say which
 * call it holds (those of Strands do not) may hold any that this page has not taken.
 */
export function openCallIds({ toolCalls, interrupts }: Snapshot): readonly string[] {
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  return Object.keys(toolCalls).filter((id) => {
    const info = getOwn(toolCalls, id);
    if (!info || !isUnanswered(info) || held.has(id)) return false;
    return isClaimed(info) || !held.has(undefined);
  });
}
