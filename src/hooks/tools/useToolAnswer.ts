import { useMemo } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { INTERRUPTED, STOPPED } from "../../store/tools/toolResult.ts";
import { useThread } from "../providers/useThread.ts";
import { useSnapshotWhile } from "../thread/useSnapshot.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";

/** The functions with which the user answers a tool call. */
type ToolAnswerActions = Pick<ToolRenderProps, "respond" | "reject" | "rerun">;

/** @internal True for a call whose execution started and did not finish. */
export function isCutOff({ result, info, status }: ToolCallView): boolean {
  // A call that an interrupt asked about has no tool message with an error.
  if (!result) return status === "failed" && info.status === "running";
  return info.error === INTERRUPTED || info.error === STOPPED;
}

/** @internal True for a call that the user may run: it was cut off, or no device has run it. */
export function isRunOnRequest(call: ToolCallView): boolean {
  const { result, info, status } = call;
  return isCutOff(call) || (!result && status === "failed" && info.status === "pending");
}

/** @internal Returns the functions that answer a tool call. They keep their identity. */
export function useToolAnswer(call: ToolCallView): ToolAnswerActions {
  const { toolCall, info } = call;
  const thread = useThread();
  const { id } = toolCall;
  const { name } = toolCall.function;
  const isOffered = isRunOnRequest(call);
  const canRerun = useSnapshotWhile(
    isOffered,
    ({ messages, run }) =>
      isOffered &&
      !isRunning(run) &&
      // A later user message has moved the conversation past this call.
      messages.findLast(({ role, id }) => role === "user" || id === info.messageId)?.role !==
        "user" &&
      // Checked in the selector: a tool that mounts with the conversation registers after its first render.
      thread.getTool(name) !== undefined,
    Object.is,
  );
  return useMemo(() => {
    const answer = async (options: Parameters<typeof thread.answerToolCall>[1]) => {
      if (isAnswerable(thread.getSnapshot(), id, name)) await thread.answerToolCall(id, options);
    };
    return {
      respond: (value, options) => answer({ value, ...options }),
      reject: (reason = "", options) => answer({ rejected: reason, ...options }),
      rerun: canRerun
        ? async () => {
            // The component that registered the tool may have unmounted.
            if (thread.getTool(name)) await thread.rerunToolCall(id);
          }
        : undefined,
    };
  }, [thread, id, name, canRerun]);
}

/** True for a call that this client must answer: no call of the server, and none with an open interrupt. */
function isAnswerable({ toolCalls, run, tracking }: Snapshot, id: string, name: string): boolean {
  const info = getOwn(toolCalls, id);
  if (info?.status !== "pending") return info?.status === "waiting";
  const isOfThisRun = isRunning(run) && info.runId !== undefined && info.runId === run.runId;
  return run.pendingToolCallIds.includes(id) || (isOfThisRun && tracking.toolNames.includes(name));
}
