import { omitUndefined } from "../../protocol/omitUndefined.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  type ReaderContext,
  stringOf,
  type TanStackEvent,
} from "./tanStackEvent.ts";

interface TextReader {
  startText(event: TanStackEvent): void;
  appendText(event: TanStackEvent): void;
  endText(event: TanStackEvent): void;
  /** Ends all open messages. */
  closeTexts(): void;
}

type Role = "assistant" | "user" | "system" | "developer";
const TEXT_ROLES: readonly unknown[] = ["assistant", "user", "system", "developer"];

/**
 * Creates the reader of text messages: earlier versions send the whole text beside each delta, or
 * instead of it.
 */
export function createTextReader({ emitEvent, isTail }: ReaderContext): TextReader {
  const open = new Map<string, string>();
  const startedIds = new Set<string>();

  /** Returns true for a message that an earlier part of the response may have started. */
  const isOlder = (messageId: string) => isTail && !startedIds.has(messageId);

  function startText(event: TanStackEvent): void {
    const messageId = stringOf(event.messageId) ?? "";
    if (open.has(messageId)) return;
    open.set(messageId, "");
    startedIds.add(messageId);
    // The default role is assistant.
    const role = TEXT_ROLES.includes(event.role) ? (event.role as Role) : "assistant";
    emitEvent({
      type: "TEXT_MESSAGE_START",
      ...fieldsWithExtras(event),
      ...omitUndefined({ messageId, role, name: stringOf(event.name) }),
    });
  }

  return {
    startText,
    appendText(event) {
      const messageId = stringOf(event.messageId) ?? "";
      if (isOlder(messageId)) {
        open.set(messageId, "");
        startedIds.add(messageId);
      } else if (!open.has(messageId)) startText({ messageId, timestamp: event.timestamp });
      const before = open.get(messageId) ?? "";
      const delta = deltaOf(event.delta, event.content, before);
      if (delta === "") return;
      open.set(messageId, before + delta);
      emitEvent({ type: "TEXT_MESSAGE_CONTENT", messageId, delta, ...commonFields(event) });
    },
    endText(event) {
      const messageId = stringOf(event.messageId) ?? "";
      if (!open.delete(messageId) && !isOlder(messageId)) return;
      startedIds.add(messageId);
      emitEvent({ type: "TEXT_MESSAGE_END", messageId, ...fieldsWithExtras(event) });
    },
    closeTexts() {
      for (const messageId of open.keys()) emitEvent({ type: "TEXT_MESSAGE_END", messageId });
      open.clear();
    },
  };
}
