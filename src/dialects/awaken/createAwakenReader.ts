import type { DialectExchange, DialectReader } from "../../protocol/dialect.ts";
import type { EventInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { resultIdOf } from "../createRunWriter.ts";
import { asText, type WireFields } from "../wireFields.ts";
import { createAwakenInterrupts } from "./createAwakenInterrupts.ts";
import { readAwakenMessages } from "./readAwakenMessages.ts";

/**
 * Creates the reader of one response. Awaken speaks an AG-UI before 1.0: its events pass, apart
 * from fields that 1.0 does not have. Changed ids are derived from the received ones, so that a
 * replay from the middle produces the same ids.
 */
export function createAwakenReader({ input }: Pick<DialectExchange, "input">): DialectReader {
  const activities = new Set<unknown>();
  const calls = new Set<unknown>();
  const interrupts = createAwakenInterrupts(input);

  function translate(event: WireFields): readonly WireFields[] {
    const { type, messageId, toolCallId } = event;
    switch (type) {
      // Text and reasoning share an id and are open at the same time.
      case "REASONING_START":
      case "REASONING_END":
      case "REASONING_MESSAGE_CONTENT":
      case "REASONING_MESSAGE_END":
        return [{ ...event, messageId: reasoningId(messageId) }];
      case "REASONING_MESSAGE_START":
        return [{ ...event, messageId: reasoningId(messageId), role: "reasoning" }];
      case "REASONING_ENCRYPTED_VALUE":
        return [withSubtype(event)];
      case "TOOL_CALL_START":
        calls.add(toolCallId);
        interrupts.onCall(event);
        return [event];
      case "TOOL_CALL_RESULT":
        interrupts.onResult(event);
        // The id is empty in a run, and that of the assistant message in a resumed run.
        return [{ ...event, messageId: resultIdOf(asText(toolCallId) ?? "") }];
      case "ACTIVITY_SNAPSHOT":
        activities.add(messageId);
        return [event];
      case "ACTIVITY_DELTA":
        return [...createMissingSnapshot(event), event];
      case "MESSAGES_SNAPSHOT":
        return [{ ...event, messages: readAwakenMessages(event.messages) }];
      case "RUN_FINISHED":
        return [interrupts.convertRunFinished(event)];
      default:
        return [event];
    }
  }

  /** Adds the subtype: Awaken sends one value per step, identified by the step's id only. */
  function withSubtype(event: WireFields): WireFields {
    const { entityId, subtype } = event;
    if (subtype !== undefined) return event;
    if (calls.has(entityId)) return { ...event, subtype: "tool-call" };
    return { ...event, subtype: "message", entityId: reasoningId(entityId) };
  }

  /** Returns an empty ACTIVITY_SNAPSHOT before the first delta of an activity without one; nothing before later deltas. */
  function createMissingSnapshot(event: WireFields): readonly WireFields[] {
    const { messageId, activityType } = event;
    if (activities.has(messageId)) return [];
    activities.add(messageId);
    return [{ type: "ACTIVITY_SNAPSHOT", messageId, activityType, content: {}, replace: false }];
  }

  return {
    push({ data }) {
      const events = isRecord(data) ? translate(data) : [data];
      // The run loop validates the events.
      return events as readonly EventInput[];
    },
    end: () => [],
  };
}

function reasoningId(messageId: unknown): unknown {
  return typeof messageId === "string" ? deriveId(messageId, "reasoning") : messageId;
}
