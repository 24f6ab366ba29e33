import type { EventOf } from "../../../protocol/events.ts";
import { attributionMismatch } from "../../../protocol/issueCodes.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import type { StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { findStream } from "../findStream.ts";
import { reportOtherSubagent } from "../identity/streamKeys.ts";
import { parentKeyOf } from "./parentMessage.ts";

/**
 * Returns the sub-agent of a call: its own, or else that of its parent message, as the protocol defines it. Returns
 * the origin of an inherited sub-agent as well.
 *
 * @param key - The key of the call in the run tracking.
 * @param isReused - True for a new call with the id of an earlier one.
 */
export function subagentOfCall(
  draft: SnapshotDraft,
  event: EventOf<"TOOL_CALL_START">,
  key: string,
  isReused: boolean,
): Pick<StreamEntry, "subagentRunId" | "inheritedFrom"> {
  const { toolCallId, parentMessageId, subagentRunId } = event;
  const parentKey = parentKeyOf(draft, event);
  const parent = parentMessageId === undefined ? undefined : findStream(draft, "text", parentKey);
  const callStream = isReused ? undefined : findStream(draft, "toolCalls", key);
  if (parentMessageId !== undefined)
    reportOtherSubagent(draft, parent, subagentRunId, parentMessageId);
  reportOtherSubagent(draft, callStream, subagentRunId, toolCallId);
  const isInherited = subagentRunId === undefined;
  if (callStream && parent && isInherited && parent.subagentRunId !== callStream.subagentRunId) {
    draft.report(attributionMismatch, toolCallId);
  }
  const source = callStream ?? (isInherited ? parent : undefined);
  if (!source) return omitUndefined({ subagentRunId });
  const { subagentRunId: inheritedId } = source;
  if (!isInherited || inheritedId === undefined)
    return omitUndefined({ subagentRunId: inheritedId });
  const entryOfRun = callStream
    ? draft.findEntry("toolCalls", key)
    : draft.findEntry("text", parentKey);
  const inheritedFrom = callStream ? callStream.inheritedFrom : ("run" as const);
  return {
    subagentRunId: inheritedId,
    ...omitUndefined({ inheritedFrom: entryOfRun ? inheritedFrom : ("history" as const) }),
  };
}
