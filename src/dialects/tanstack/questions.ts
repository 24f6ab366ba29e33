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
 * A CUSTOM `approval-requested`, in which versions before 0.43 ask, as the interrupt that later ones
 * send. They know yes and no and no edited arguments.
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

/** The id of the approval of a call, as TanStack makes it. */
export function approvalIdOf(toolCallId: string): string {
  return `approval_${toolCallId}`;
}

/** Whether an answer says yes. */
export function isApproval({ status, payload }: { status: string; payload?: unknown }): boolean {
  return status === "resolved" && (payload === true || recordOf(payload)?.approved === true);
}

/** A CUSTOM `tool-input-available`: a call that the page is to run. */
export function readClientCall(
  value: unknown,
): (TanStackEvent & { toolCallId: string }) | undefined {
  const call = recordOf(value);
  const toolCallId = stringOf(call?.toolCallId);
  return call && toolCallId !== undefined ? { ...call, toolCallId } : undefined;
}
