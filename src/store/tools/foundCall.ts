import { AgentKitError } from "../../protocol/errors.ts";
import { findToolCall, type ToolCallLookup } from "../../reducer/lookup.ts";
import type { ThreadCore } from "../thread/threadCore.ts";

/** @throws AgentKitError `invalid-argument` when the thread has no such call */
export function requireToolCall<TState>(
  { getSnapshot }: ThreadCore<TState>,
  id: string,
): ToolCallLookup {
  const found = findToolCall(getSnapshot(), id);
  if (found) return found;
  throw new AgentKitError("invalid-argument", `There is no tool call "${id}" in this thread.`);
}
