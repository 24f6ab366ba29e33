import { useMemo } from "react";
import type { ToolMessage } from "../protocol/events.ts";
import { INTERRUPTED, STOPPED } from "../store/cutOff.ts";
import type { ToolCallView } from "./toolCallViews.ts";
import type { ToolRenderProps } from "./toolRenderers.ts";
import { isRunning } from "./useAgentRun.ts";
import { useSnapshotWhile } from "./useSnapshot.ts";
import { useThread } from "./useThread.ts";

/** The verbs with which a person answers a tool call. */
export type ToolAnswerVerbs = Pick<ToolRenderProps, "respond" | "reject" | "rerun">;

/** @internal Whether this is the answer to a call whose handler did not get to its end. */
export function isCutOff(result: ToolMessage | undefined): boolean {
  return result?.error === INTERRUPTED || result?.error === STOPPED;
}

/** @internal Returns what a person can do about a tool call. The verbs keep their identity. */
export function useToolAnswer({ toolCall, info, result }: ToolCallView): ToolAnswerVerbs {
  const thread = useThread();
  const { id } = toolCall;
  const { name } = toolCall.function;
  const canBeMissed = isCutOff(result);
  const isLast = useSnapshotWhile(
    canBeMissed,
    ({ messages, run }) =>
      canBeMissed &&
      !isRunning(run) &&
      // What was said since has left this call behind.
      messages.findLast(({ role, id }) => role === "user" || id === info.messageId)?.role !==
        "user",
    Object.is,
  );
  // Only what the page can run again is offered.
  const canRerun = isLast && thread.getTool(name) !== undefined;
  return useMemo(
    () => ({
      respond: (value, options) => thread.answerToolCall(id, { value, ...options }),
      reject: (reason = "", options) => thread.answerToolCall(id, { rejected: reason, ...options }),
      rerun: canRerun
        ? async () => {
            await thread.rerunToolCall(id);
          }
        : undefined,
    }),
    [thread, id, canRerun],
  );
}
