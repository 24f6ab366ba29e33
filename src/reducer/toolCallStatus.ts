import { callsOf } from "../protocol/callsOf.ts";
import type { Message, ToolMessage } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { textOf } from "../protocol/textOf.ts";
import { getOwn, putOwn } from "./ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

/** The `error` of a tool message for a call that the user denied. */
export const DENIED = "denied";

/**
 * Returns the error that a tool message reports: its `error`, or its text when its metadata has `isError: true`, as
 * in MCP and in dialects; `undefined` for a result.
 */
export function errorOfResult({ error, content, metadata }: ToolMessage): string | undefined {
  return error ?? (metadata?.isError === true ? textOf(content) : undefined);
}

/** Returns the status of a call that this tool message answers. */
export function statusOfResult(message: ToolMessage): "complete" | "failed" | "denied" {
  const error = errorOfResult(message);
  if (error === undefined) return "complete";
  return error === DENIED ? "denied" : "failed";
}

/** Returns the fields of an answered call. */
export function outcomeOfResult(
  message: ToolMessage,
): Pick<ToolCallInfo, "status" | "resultMessageId" | "error"> {
  const status = statusOfResult(message);
  return omitUndefined({ status, resultMessageId: message.id, error: errorOfResult(message) });
}

/**
 * Describes every tool call in a list of messages. Known entries keep their data, and their identity
 * where nothing changed.
 *
 * @param runId - The run that made the calls that are not known.
 */
export function describeToolCalls(
  messages: readonly Message[],
  infos: Readonly<Record<string, ToolCallInfo>>,
  runId?: string,
): Readonly<Record<string, ToolCallInfo>> {
  const results: Record<string, ToolMessage> = {};
  for (const message of messages) {
    if (message.role === "tool") putOwn(results, message.toolCallId, message);
  }
  const described: Record<string, ToolCallInfo> = {};
  for (const message of messages) {
    for (const { id } of callsOf(message)) {
      if (Object.hasOwn(described, id)) continue;
      const before = getOwn(infos, id);
      const result = getOwn(results, id);
      const status = statusOfCall(result, before);
      const error = result && errorOfResult(result);
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
  // A call whose result was removed is open again.
  return before && isUnanswered(before) ? before.status : "pending";
}

/** True for a call without a result. */
export function isUnanswered({ resultMessageId }: ToolCallInfo): boolean {
  return resultMessageId === undefined;
}

/** True for a call that this tab answers, or has answered: only such a call has `followUp`. */
export function isAnsweredByTab({ followUp }: ToolCallInfo): boolean {
  return followUp !== undefined;
}

/** True for a call that is being answered: its handler runs, or the user is asked. */
function isBeingAnswered({ status }: ToolCallInfo): boolean {
  return status === "running" || status === "waiting";
}

/**
 * Returns the ids of unanswered calls that belong to no interrupt. An interrupt without a tool call id,
 * as Strands sends, may belong to any call that is not being answered.
 */
export function openCallIds({ toolCalls, interrupts }: Snapshot): readonly string[] {
  const interrupted = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  return Object.keys(toolCalls).filter((id) => {
    const info = getOwn(toolCalls, id);
    if (!info || !isUnanswered(info) || interrupted.has(id)) return false;
    return isBeingAnswered(info) || !interrupted.has(undefined);
  });
}
