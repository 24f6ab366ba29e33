import { EventType } from "../protocol/events.ts";
import type { HandlersOf } from "./handlers.ts";
import { appendToStream, closeStream, openStream } from "./streams.ts";

/**
 * Streamed text messages. An absent role means assistant.
 *
 * @see https://docs.ag-ui.com/concepts/events#text-message-events
 */
export const textHandlers: HandlersOf<
  EventType.TEXT_MESSAGE_START | EventType.TEXT_MESSAGE_CONTENT | EventType.TEXT_MESSAGE_END
> = {
  [EventType.TEXT_MESSAGE_START](draft, event) {
    openStream(draft, "text", event, event.role ?? "assistant");
  },
  [EventType.TEXT_MESSAGE_CONTENT](draft, event) {
    appendToStream(draft, "text", event, "assistant");
  },
  [EventType.TEXT_MESSAGE_END](draft, event) {
    closeStream(draft, "text", event);
  },
};
