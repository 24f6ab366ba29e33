import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asText, type WireFields } from "../wireFields.ts";

/** Reader of the times at which the agent is typing. */
export interface TypingReader {
  startTyping(frame: WireFields): void;
  stopTyping(frame: WireFields): void;
  /** Writes the missing stop events. Called when text arrives and when the run ends. */
  stopAll(): void;
}

/**
 * Creates the reader of typing. Each start leads to exactly one stop, because gateways omit the stop. Both are CUSTOM
 * events: an activity would stay in the conversation.
 */
export function createTypingReader(
  writeCustom: (name: string, value: WireFields) => void,
): TypingReader {
  /** Ids of the messages that are being typed; `undefined` for a message without an id. */
  const typed = new Set<string | undefined>();

  const write = (name: string, messageId: string | undefined) =>
    writeCustom(`arkavo.typing_${name}`, omitUndefined({ messageId }));

  function stop(messageId: string | undefined): void {
    if (typed.delete(messageId)) write("stop", messageId);
  }

  return {
    startTyping(frame) {
      const messageId = asText(frame.messageId);
      if (typed.has(messageId)) return;
      typed.add(messageId);
      write("start", messageId);
    },
    stopTyping: (frame) => stop(asText(frame.messageId)),
    stopAll: () => [...typed].forEach(stop),
  };
}
