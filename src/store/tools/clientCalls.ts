import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import { findToolCall } from "../../reducer/lookup.ts";
import type { Snapshot, ToolCallInfo } from "../../reducer/snapshot.ts";
import type { RunParameters } from "../thread/threadOptions.ts";
import { isLeftToProgram } from "./registry.ts";
import type { AnyTool } from "./types.ts";

/** A call of this page. */
export interface ClientCall {
  readonly id: string;
  readonly name: string;
  /** As they were streamed. */
  readonly args: string;
}

/** The calls of the last run that this page answers, or has answered. */
export function ownCalls(
  snapshot: Snapshot,
): readonly (ClientCall & { readonly info: ToolCallInfo })[] {
  const { run, toolCalls } = snapshot;
  return Object.entries(toolCalls).flatMap(([id, info]) => {
    if (info.runId !== run.runId || info.followUp === undefined) return [];
    const { name = "", arguments: args = "" } = findToolCall(snapshot, id)?.toolCall.function ?? {};
    return { id, name, args, info };
  });
}

/** The interrupt with which TanStack asks the page for a call, until it has its answer. */
export function interruptForCall({ interrupts }: Snapshot, toolCallId: string): string | undefined {
  return interrupts.find(
    (interrupt) =>
      interrupt.reason === TANSTACK_CLIENT_TOOL &&
      interrupt.toolCallId === toolCallId &&
      !interrupt.answer,
  )?.id;
}

/** The calls this page answers: those that are pending, and those TanStack asks for as interrupts. */
export function executableCalls(
  snapshot: Snapshot,
  registered: ReadonlyMap<string, AnyTool>,
  offered: RunParameters["tools"],
): readonly ClientCall[] {
  const { run, interrupts } = snapshot;
  const asked = interrupts.flatMap(({ toolCallId: id }) =>
    id && interruptForCall(snapshot, id) ? id : [],
  );
  return [...run.pendingToolCallIds, ...asked].flatMap((id) => {
    const found = findToolCall(snapshot, id);
    if (found?.info.status !== "pending") return [];
    const { name, arguments: args } = found.toolCall.function;
    // An interrupt for a tool nobody registered is left for a person to see.
    const isLeft = asked.includes(id)
      ? !registered.has(name)
      : isLeftToProgram(name, registered, offered);
    return isLeft ? [] : { id, name, args };
  });
}
