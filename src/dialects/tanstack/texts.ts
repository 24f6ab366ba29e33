import { omitUndefined } from "../../protocol/omitUndefined.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  type ReaderContext,
  stringOf,
  type TanStackEvent,
} from "./wire.ts";

export interface Texts {
  start(wire: TanStackEvent): void;
  add(wire: TanStackEvent): void;
  end(wire: TanStackEvent): void;
  /** Ends all open messages. */
  close(): void;
}

type Role = "assistant" | "user" | "system" | "developer";
const ROLES: readonly unknown[] = ["assistant", "user", "system", "developer"];

/**
 * Creates the reader of text messages: earlier versions send the whole text beside each delta, or
 * instead of it.
 */
export function createTexts({ emit, isTail }: ReaderContext): Texts {
  const open = new Map<string, string>();
  const known = new Set<string>();

  /** Returns true for a message that an earlier part of the response may have started. */
  const isOlder = (messageId: string) => isTail && !known.has(messageId);

  function start(wire: TanStackEvent): void {
    const messageId = stringOf(wire.messageId) ?? "";
    if (open.has(messageId)) return;
    open.set(messageId, "");
    known.add(messageId);
    // The default role is assistant.
    const role = ROLES.includes(wire.role) ? (wire.role as Role) : "assistant";
    emit({
      type: "TEXT_MESSAGE_START",
      ...fieldsWithExtras(wire),
      ...omitUndefined({ messageId, role, name: stringOf(wire.name) }),
    });
  }

  return {
    start,
    add(wire) {
      const messageId = stringOf(wire.messageId) ?? "";
      if (isOlder(messageId)) {
        open.set(messageId, "");
        known.add(messageId);
      } else if (!open.has(messageId)) start({ messageId, timestamp: wire.timestamp });
      const before = open.get(messageId) ?? "";
      const delta = deltaOf(wire.delta, wire.content, before);
      if (delta === "") return;
      open.set(messageId, before + delta);
      emit({ type: "TEXT_MESSAGE_CONTENT", messageId, delta, ...commonFields(wire) });
    },
    end(wire) {
      const messageId = stringOf(wire.messageId) ?? "";
      if (!open.delete(messageId) && !isOlder(messageId)) return;
      known.add(messageId);
      emit({ type: "TEXT_MESSAGE_END", messageId, ...fieldsWithExtras(wire) });
    },
    close() {
      for (const messageId of open.keys()) emit({ type: "TEXT_MESSAGE_END", messageId });
      open.clear();
    },
  };
}
