import type { Interrupt } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { recordOf, stringOf, type TanStackEvent } from "./wire.ts";

const YES_OR_NO = {
  type: "object",
  properties: { approved: { type: "boolean" } },
  required: ["approved"],
  additionalProperties: false,
} as const;

/**
 * Converts a CUSTOM `approval-requested` of versions before 0.43 to the interrupt that later
 * versions send. Those versions support approval and denial, and no edited arguments.
 */
export function readApproval(value: unknown): Interrupt | undefined {
  const request = recordOf(value);
  const toolCallId = stringOf(request?.toolCallId);
  const approvalId = stringOf(recordOf(request?.approval)?.id);
  if (!request || toolCallId === undefined) return undefined;
  const { toolName, input } = request;
  return {
    id: approvalId ?? approvalIdOf(toolCallId),
    reason: "tool_call",
    message: `Approval required to run ${stringOf(toolName) ?? "a tool"}`,
    toolCallId,
    responseSchema: YES_OR_NO,
    metadata: { kind: "approval", ...omitUndefined({ toolName, input }) },
  };
}

/** Returns TanStack's id for the approval of a call. */
export function approvalIdOf(toolCallId: string): string {
  return `approval_${toolCallId}`;
}

/** Returns true when an answer approves. */
export function isApproval({ status, payload }: { status: string; payload?: unknown }): boolean {
  return status === "resolved" && (payload === true || recordOf(payload)?.approved === true);
}

/** Reads a CUSTOM `tool-input-available`: a call for a frontend tool. */
export function readClientCall(
  value: unknown,
): (TanStackEvent & { toolCallId: string }) | undefined {
  const call = recordOf(value);
  const toolCallId = stringOf(call?.toolCallId);
  return call && toolCallId !== undefined ? { ...call, toolCallId } : undefined;
}
