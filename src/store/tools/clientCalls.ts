import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { findToolCall } from "../../reducer/lookup.ts";
import type { Snapshot, ToolCallInfo } from "../../reducer/snapshot.ts";
import { isAnsweredByTab } from "../../reducer/toolCallStatus.ts";
import type { RunParameters } from "../thread/threadOptions.ts";
import { isLeftToProgram } from "./registry.ts";
import type { AnyTool } from "./types.ts";

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
  return [...run.pendingToolCallIds, ...interruptCallIds].flatMap((id) => {
    const lookup = findToolCall(snapshot, id);
    if (lookup?.info.status !== "pending") return [];
    const { name, arguments: args } = lookup.toolCall.function;
    // An interrupt for an unregistered tool stays open for the user.
    const isLeftOpen = interruptCallIds.includes(id)
      ? !registeredTools.has(name)
      : isLeftToProgram(name, registeredTools, offeredTools);
    return isLeftOpen ? [] : { id, name, args };
  });
}
