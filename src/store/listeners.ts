import type { Event, Message, ToolCall } from "../protocol/events.ts";
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
  /**
   * Tells, at the end of a run, of what no event has completed: a message that was never ended, or
   * that came with the whole conversation.
   */
  notifyRest(messages: readonly Message[]): void;
  clear(): void;
}

/** The message that an event completed. */
function completedMessage(event: Event, snapshot: Snapshot): Message | undefined {
  const { ledger, messages } = snapshot;
  const find = (id: string | undefined) =>
    id === undefined ? undefined : findMessage(snapshot, id);
  switch (event.type) {
    case "TEXT_MESSAGE_END":
      return find(getOwn(ledger.text, event.messageId)?.id);
    case "REASONING_MESSAGE_END":
      return find(getOwn(ledger.reasoning, event.messageId)?.id);
    case "TOOL_CALL_RESULT":
      return messages.findLast(
        (message) => message.role === "tool" && message.toolCallId === event.toolCallId,
      );
    case "ACTIVITY_SNAPSHOT": {
      const message = find(event.messageId);
      return message?.role === "activity" ? message : undefined;
    }
    default:
      return undefined;
  }
}

export function createListeners(): Listeners {
  const all = new Set<ThreadListeners>();
  /** Messages and tool calls of this run that have been told of. */
  let told = new Set<string>();

  function tellMessage(message: Message): void {
    told.add(message.id);
    notify("onMessage", message);
  }

  function tellToolCall(toolCall: ToolCall): void {
    told.add(toolCall.id);
    notify("onToolCall", toolCall);
  }

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
        const message = completedMessage(event, snapshot);
        if (message) tellMessage(message);
        if (event.type !== "TOOL_CALL_END") continue;
        const found = findToolCall(snapshot, event.toolCallId);
        if (found) tellToolCall(found.toolCall);
      }
    },
    notifyRest(messages) {
      for (const message of messages) {
        const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
        for (const call of calls) if (!told.has(call.id)) tellToolCall(call);
        if (!told.has(message.id)) tellMessage(message);
      }
      told = new Set();
    },
    clear: () => all.clear(),
  };
}
