import type { Event, Message, ToolCall } from "../../protocol/events.ts";
import { findMessage, findToolCall } from "../../reducer/lookup.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { reportUncaught } from "./runtime.ts";
import type { ThreadListeners } from "./threadOptions.ts";

type ListenerName = keyof ThreadListeners;

/** The listeners of one thread. */
export interface Listeners {
  add(listeners: ThreadListeners): () => void;
  /** Calls one kind of listener; what a listener throws is reported and stops nothing. */
  notify<K extends ListenerName>(
    name: K,
    ...args: Parameters<NonNullable<ThreadListeners[K]>>
  ): void;
  /** Whether there is one of a kind. */
  hasListener(name: ListenerName): boolean;
  /** Tells of events and of what they completed. */
  notifyEvents(events: readonly Event[], snapshot: Snapshot): void;
  /**
   * Tells, at the end of a run, of what no event has completed: a message that was never ended, or
   * that came with the whole conversation.
   */
  notifyUncompleted(messages: readonly Message[]): void;
  /** Calls `onIssue` for the issues that the second snapshot has and the first has not. */
  notifyIssues(before: Snapshot, after: Snapshot): void;
  clear(): void;
}

/** The message that an event completed. */
function completedMessage(event: Event, snapshot: Snapshot): Message | undefined {
  const { tracking, messages } = snapshot;
  const find = (id: string | undefined) =>
    id === undefined ? undefined : findMessage(snapshot, id);
  switch (event.type) {
    case "TEXT_MESSAGE_END":
      return find(getOwn(tracking.text, event.messageId)?.id);
    case "REASONING_MESSAGE_END":
      return find(getOwn(tracking.reasoning, event.messageId)?.id);
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
  /** Messages and tool calls of this run that have been told of; a call may share its message's id. */
  const notifiedIds: { readonly [K in ListenerName]?: Set<string> } = {
    onMessage: new Set(),
    onToolCall: new Set(),
  };

  const notify: Listeners["notify"] = (name, ...args) => {
    // Also what the page answers while a run streams: its end would tell of it again.
    notifiedIds[name]?.add((args[0] as Message | ToolCall).id);
    for (const listeners of [...all]) {
      try {
        // The arguments are those of this very listener, which the compiler cannot relate.
        (listeners[name] as ((...args: unknown[]) => void) | undefined)?.call(listeners, ...args);
      } catch (error) {
        reportUncaught(error);
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
    hasListener: (name) => [...all].some((listeners) => listeners[name]),
    notifyEvents(events, snapshot) {
      if (all.size === 0) return;
      for (const event of events) {
        notify("onEvent", event, snapshot);
        const message = completedMessage(event, snapshot);
        if (message) notify("onMessage", message);
        if (event.type !== "TOOL_CALL_END") continue;
        const found = findToolCall(snapshot, event.toolCallId);
        if (found) notify("onToolCall", found.toolCall);
      }
    },
    notifyUncompleted(messages) {
      for (const message of messages) {
        const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
        for (const call of calls)
          if (!notifiedIds.onToolCall?.has(call.id)) notify("onToolCall", call);
        if (!notifiedIds.onMessage?.has(message.id)) notify("onMessage", message);
      }
      for (const ids of Object.values(notifiedIds)) ids.clear();
    },
    notifyIssues(before, after) {
      for (const issue of after.issues) {
        if (!before.issues.includes(issue)) notify("onIssue", issue);
      }
    },
    clear: () => all.clear(),
  };
}
