import { alreadyOpen, notOpen } from "../../protocol/issueCodes.ts";
import type { HandlersOf } from "../handlers.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { createStreamEntry } from "./createStreamEntry.ts";
import { attachDeferredValue } from "./deferredValues.ts";
import { findStream } from "./findStream.ts";
import { otherIdsOf } from "./identity/streamIds.ts";
import { findKey, registerStart, reportOtherSubagent } from "./identity/streamKeys.ts";
import { appendToStream, closeStream } from "./messageStream.ts";
import { endTiming, startTiming } from "./messageTimes.ts";
import { openMessageStream, type StreamEvent } from "./openMessageStream.ts";

function openSpan(draft: SnapshotDraft, event: StreamEvent): void {
  const { messageId, subagentRunId } = event;
  const key = registerStart(draft, "reasoningSpans", messageId, subagentRunId);
  const existing = draft.findEntry("reasoningSpans", key);
  if (existing?.isOpen) {
    draft.report(alreadyOpen, messageId);
    return;
  }
  const earlier = findStream(draft, "reasoning", key);
  reportOtherSubagent(draft, earlier, subagentRunId, messageId);
  draft.putTracking("reasoningSpans", key, {
    ...createStreamEntry(key, true, earlier ? earlier.subagentRunId : subagentRunId),
    ...otherIdsOf(draft, existing, key),
  });
  startTiming(draft, key);
}

function closeSpan(draft: SnapshotDraft, event: StreamEvent): void {
  const { messageId, subagentRunId } = event;
  const key = findKey(draft.tracking.reasoningSpans, messageId, subagentRunId);
  const entry = draft.findEntry("reasoningSpans", key);
  if (!entry?.isOpen) {
    draft.report(notOpen, messageId);
    return;
  }
  reportOtherSubagent(draft, findStream(draft, "reasoning", key), subagentRunId, messageId);
  draft.putTracking("reasoningSpans", key, { ...entry, isOpen: false });
  endTiming(draft, key);
}

/**
 * Handles reasoning: a span makes no message; the messages in it have the role `reasoning`.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export const reasoningHandlers: HandlersOf<
  | "REASONING_START"
  | "REASONING_END"
  | "REASONING_MESSAGE_START"
  | "REASONING_MESSAGE_CONTENT"
  | "REASONING_MESSAGE_END"
> = {
  REASONING_START: openSpan,
  REASONING_END: closeSpan,
  REASONING_MESSAGE_START(draft, event) {
    startTiming(draft, openMessageStream(draft, "reasoning", event, "reasoning").id);
    attachDeferredValue(draft, "message", event.messageId);
  },
  REASONING_MESSAGE_CONTENT(draft, event) {
    startTiming(draft, appendToStream(draft, "reasoning", event, "reasoning"));
  },
  REASONING_MESSAGE_END(draft, event) {
    const id = closeStream(draft, "reasoning", event);
    if (id) endTiming(draft, id);
  },
};
