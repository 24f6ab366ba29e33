import { useMemo } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { INTERRUPTED, STOPPED } from "../../store/tools/cutOff.ts";
import { useThread } from "../providers/useThread.ts";
import { useSnapshotWhile } from "../thread/useSnapshot.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";

/** The verbs with which a person answers a tool call. */
export type ToolAnswerVerbs = Pick<ToolRenderProps, "respond" | "reject" | "rerun">;

/** @internal Whether a call was taken up and not brought to its end. */
export function isCutOff({ result, info, status }: ToolCallView): boolean {
  // One that was asked for by an interrupt has no message that could say so.
  if (!result) return status === "failed" && info.status === "running";
  return info.error === INTERRUPTED || info.error === STOPPED;
}

/** @internal Returns what a person can do about a tool call. The verbs keep their identity. */
export function useToolAnswer(call: ToolCallView): ToolAnswerVerbs {
  const { toolCall, info } = call;
  const thread = useThread();
  const { id } = toolCall;
  const { name } = toolCall.function;
  const canBeMissed = isCutOff(call);
  const canRerun = useSnapshotWhile(
    canBeMissed,
    ({ messages, run }) =>
      canBeMissed &&
      !isRunning(run) &&
      // What was said since has left this call behind.
      messages.findLast(({ role, id }) => role === "user" || id === info.messageId)?.role !==
        "user" &&
      // Only what the page can run again is offered. Asked here, because a tool that is mounted
      // together with the conversation comes after its first render.
      thread.getTool(name) !== undefined,
    Object.is,
  );
  return useMemo(() => {
    const answer = async (given: Parameters<typeof thread.answerToolCall>[1]) => {
      if (takesAnswer(thread.getSnapshot(), id, name)) await thread.answerToolCall(id, given);
    };
    return {
      respond: (value, options) => answer({ value, ...options }),
      reject: (reason = "", options) => answer({ rejected: reason, ...options }),
      rerun: canRerun
        ? async () => {
            // Its component may have gone since.
            if (thread.getTool(name)) await thread.rerunToolCall(id);
          }
        : undefined,
    };
  }, [thread, id, name, canRerun]);
}

/** Whether a call is this page's to answer: not the server's, and not one an interrupt holds. */
function takesAnswer({ toolCalls, run, tracking }: Snapshot, id: string, name: string): boolean {
  const info = getOwn(toolCalls, id);
  if (info?.status !== "pending") return info?.status === "waiting";
  const isOfThisRun = isRunning(run) && info.runId !== undefined && info.runId === run.runId;
  return run.pendingToolCallIds.includes(id) || (isOfThisRun && tracking.toolNames.includes(name));
}
