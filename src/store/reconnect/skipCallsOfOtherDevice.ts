import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { lastCalls } from "../tools/clientCalls.ts";
import type { AnyTool } from "../tools/toolTypes.ts";

/**
 * Returns a snapshot after a received run in which only calls that the user answers are pending. The handlers of the
 * others run on the device that started the run. A thread that had the user message of the run before was reloaded
 * during the run: it executes all calls.
 *
 * @param before - The thread before it received the run.
 */
export function skipCallsOfOtherDevice(
  snapshot: Snapshot,
  before: Snapshot,
  registeredTools: ReadonlyMap<string, AnyTool>,
): Snapshot {
  if (!hasNewUserMessage(snapshot, before)) return snapshot;
  const { run, interrupts, toolCalls, tracking } = snapshot;
  const interruptedIds = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const pendingToolCallIds = lastCalls(snapshot).flatMap(({ id, function: { name } }) => {
    const tool = registeredTools.get(name);
    const info = getOwn(toolCalls, id);
    const isForUser = tool && !tool.handler && info && isUnanswered(info);
    return isForUser && !interruptedIds.has(id) ? id : [];
  });
  // The run was offered the tools of another client.
  return {
    ...snapshot,
    run: { ...run, pendingToolCallIds },
    tracking: { ...tracking, toolNames: [] },
  };
}

/** True when the thread before lacked the last user message, which may have another id there. */
function hasNewUserMessage(snapshot: Snapshot, before: Snapshot): boolean {
  const [earlierIds, userMessageIds] = [before, snapshot].map(({ messages }) =>
    messages.flatMap(({ role, id }) => (role === "user" ? id : [])),
  );
  if (!earlierIds?.length || !userMessageIds) return true;
  const isLastNew = !earlierIds.includes(userMessageIds.at(-1) ?? "");
  return userMessageIds.length !== earlierIds.length && isLastNew;
}
