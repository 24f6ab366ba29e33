import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import { lastCalls } from "../tools/clientCalls.ts";
import type { AnyTool } from "../tools/types.ts";

/**
 * Leaves the calls of a received run to the device that asked for it, except those that the user answers. Otherwise the
 * handlers would run on each device. A thread that had the question before was reloaded while the run was in progress.
 *
 * @param before - The thread before it received the run.
 */
export function leaveReceivedCalls(
  snapshot: Snapshot,
  before: Snapshot,
  registeredTools: ReadonlyMap<string, AnyTool>,
): Snapshot {
  if (!hasNewQuestion(snapshot, before)) return snapshot;
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

/** True when the last question is not one of the thread before, which may have had it under another id. */
function hasNewQuestion(snapshot: Snapshot, before: Snapshot): boolean {
  const [earlier, questions] = [before, snapshot].map(({ messages }) =>
    messages.flatMap(({ role, id }) => (role === "user" ? id : [])),
  );
  if (!earlier?.length || !questions) return true;
  return questions.length !== earlier.length && !earlier.includes(questions.at(-1) ?? "");
}
