import { EventType } from "../protocol/events.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { getOwn } from "./records.ts";
import {
  appendToStream,
  attributionOf,
  checkOwner,
  closeStream,
  openStream,
  ownerOf,
  type StreamEvent,
} from "./streams.ts";

function startTiming(draft: Draft, id: string): void {
  if (draft.at === undefined || getOwn(draft.now.timings, id)) return;
  draft.put("timings", id, { startedAt: draft.at });
}

function endTiming(draft: Draft, id: string): void {
  if (draft.at === undefined) return;
  draft.put("timings", id, { ...getOwn(draft.now.timings, id), endedAt: draft.at });
}

/** A span and the message in it may share an id, and whoever comes first owns it. */
function ownerOfThought(draft: Draft, id: string) {
  return ownerOf(draft, "reasoning", id) ?? draft.entry("spans", id);
}

function openSpan(draft: Draft, event: StreamEvent): void {
  const { messageId, subagentRunId: tag } = event;
  const known = draft.entry("spans", messageId);
  if (known?.isOpen) {
    draft.report({
      code: "already-open",
      severity: "violation",
      subject: messageId,
      message: `The reasoning span "${messageId}" is open already. End it before it starts again.`,
    });
    return;
  }
  const owner = ownerOfThought(draft, messageId);
  checkOwner(draft, owner, tag, messageId);
  draft.putLedger("spans", messageId, {
    id: messageId,
    isOpen: true,
    ...attributionOf(owner ? owner.owner : tag),
  });
  startTiming(draft, messageId);
}

function closeSpan(draft: Draft, event: StreamEvent): void {
  const { messageId } = event;
  const entry = draft.entry("spans", messageId);
  if (!entry?.isOpen) {
    draft.report({
      code: "not-open",
      severity: "violation",
      subject: messageId,
      message: `The reasoning span "${messageId}" is not open, so it cannot end. Send REASONING_START first.`,
    });
    return;
  }
  checkOwner(draft, ownerOfThought(draft, messageId), event.subagentRunId, messageId);
  draft.putLedger("spans", messageId, { ...entry, isOpen: false });
  endTiming(draft, messageId);
}

/**
 * Reasoning: spans make no message, the messages in them do, with role `reasoning`.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export const reasoningHandlers: HandlersOf<
  | EventType.REASONING_START
  | EventType.REASONING_END
  | EventType.REASONING_MESSAGE_START
  | EventType.REASONING_MESSAGE_CONTENT
  | EventType.REASONING_MESSAGE_END
  | EventType.REASONING_ENCRYPTED_VALUE
> = {
  [EventType.REASONING_START]: openSpan,
  [EventType.REASONING_END]: closeSpan,
  [EventType.REASONING_MESSAGE_START](draft, event) {
    const span = draft.entry("spans", event.messageId);
    if (!draft.entry("reasoning", event.messageId)) {
      checkOwner(draft, span, event.subagentRunId, event.messageId);
    }
    startTiming(draft, openStream(draft, "reasoning", event, "reasoning").id);
  },
  [EventType.REASONING_MESSAGE_CONTENT](draft, event) {
    appendToStream(draft, "reasoning", event, "reasoning");
  },
  [EventType.REASONING_MESSAGE_END](draft, event) {
    closeStream(draft, "reasoning", event);
    const entry = draft.entry("reasoning", event.messageId);
    if (entry) endTiming(draft, entry.id);
  },
  [EventType.REASONING_ENCRYPTED_VALUE](draft, event) {
    const { subtype, entityId, encryptedValue } = event;
    const call = getOwn(draft.now.toolCalls, entityId);
    // Some producers leave the subtype out: then whichever exists is meant.
    const isCall = subtype === "tool-call" || (subtype === undefined && call !== undefined);
    const owner = isCall
      ? ownerOf(draft, "toolCalls", entityId)
      : (ownerOf(draft, "text", entityId) ?? ownerOfThought(draft, entityId));
    checkOwner(draft, owner, event.subagentRunId, entityId);

    if (isCall) {
      const toolCall = call && draft.ownToolCall(call.messageId, entityId);
      if (toolCall) toolCall.encryptedValue = encryptedValue;
      else draft.putLedger("heldValues", `tool-call:${entityId}`, encryptedValue);
      return;
    }
    const alias = draft.entry("text", entityId) ?? draft.entry("reasoning", entityId);
    const position = draft.find(draft.find(entityId) === -1 && alias ? alias.id : entityId);
    if (draft.now.messages[position]?.role === "activity") return;
    const message = draft.own(position);
    // Ruled out above, for the compiler once more: an activity carries no encrypted value.
    if (message && message.role !== "activity") message.encryptedValue = encryptedValue;
    else draft.putLedger("heldValues", `message:${entityId}`, encryptedValue);
  },
};
