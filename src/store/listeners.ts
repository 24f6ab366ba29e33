import type { Event } from "../protocol/events.ts";
import { getOwn } from "../reducer/records.ts";
import { findMessage, findToolCall } from "../reducer/select.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { reportFailure } from "./reportFailure.ts";
import type { ThreadListeners } from "./types.ts";

type ListenerName = keyof ThreadListeners;

/** The listeners of one thread. */
export interface Listeners {
  add(listeners: ThreadListeners): () => void;
  /** Calls one kind of listener; what a listener throws is reported and stops nothing. */
  notify<K extends ListenerName>(
    name: K,
    ...args: Parameters<NonNullable<ThreadListeners[K]>>
  ): void;
  /** Tells of events and of what they completed. */
  notifyEvents(events: readonly Event[], snapshot: Snapshot): void;
  clear(): void;
}

/** The id in `messages` of the message that an event completed. */
function completedMessageId(event: Event, { ledger, toolCalls }: Snapshot): string | undefined {
  switch (event.type) {
    case "TEXT_MESSAGE_END":
      return getOwn(ledger.text, event.messageId)?.id ?? event.messageId;
    case "REASONING_MESSAGE_END":
      return getOwn(ledger.reasoning, event.messageId)?.id ?? event.messageId;
    case "TOOL_CALL_RESULT":
      return getOwn(toolCalls, event.toolCallId)?.resultMessageId ?? event.messageId;
    case "ACTIVITY_SNAPSHOT":
      return event.messageId;
    default:
      return undefined;
  }
}

export function createListeners(): Listeners {
  const all = new Set<ThreadListeners>();

  const notify: Listeners["notify"] = (name, ...args) => {
    for (const listeners of [...all]) {
      try {
        // The arguments are those of this very listener, which the compiler cannot relate.
        (listeners[name] as ((...args: unknown[]) => void) | undefined)?.call(listeners, ...args);
      } catch (error) {
        reportFailure(error);
      }
    }
  };

  return {
    add(listeners) {
      all.add(listeners);
      return () => {
        all.delete(listeners);
      };
    },
    notify,
    notifyEvents(events, snapshot) {
      if (all.size === 0) return;
      for (const event of events) {
        notify("onEvent", event, snapshot);
        const id = completedMessageId(event, snapshot);
        const message = id === undefined ? undefined : findMessage(snapshot, id);
        if (message) notify("onMessage", message);
        if (event.type !== "TOOL_CALL_END") continue;
        const found = findToolCall(snapshot, event.toolCallId);
        if (found) notify("onToolCall", found.toolCall);
      }
    },
    clear: () => all.clear(),
  };
}
