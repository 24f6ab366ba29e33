import type { Interrupt } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { recordOf, stringOf } from "./tanStackEvent.ts";

const APPROVAL_SCHEMA = {
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
    responseSchema: APPROVAL_SCHEMA,
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
