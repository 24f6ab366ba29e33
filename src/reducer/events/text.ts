import type { HandlersOf } from "../handlers.ts";
import { attachDeferredValue } from "./deferredValues.ts";
import { appendToStream, closeStream } from "./messageStream.ts";
import { openMessageStream } from "./openMessageStream.ts";

/**
 * Handles streamed text messages. Without a role, the message is the assistant's.
 *
 * @see https://docs.ag-ui.com/concepts/events#text-message-events
 */
export const textHandlers: HandlersOf<
  "TEXT_MESSAGE_START" | "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_END"
> = {
  TEXT_MESSAGE_START(draft, event) {
    openMessageStream(draft, "text", event, event.role ?? "assistant");
    attachDeferredValue(draft, "message", event.messageId);
  },
  TEXT_MESSAGE_CONTENT(draft, event) {
    appendToStream(draft, "text", event, "assistant");
  },
  TEXT_MESSAGE_END(draft, event) {
    closeStream(draft, "text", event);
  },
};
