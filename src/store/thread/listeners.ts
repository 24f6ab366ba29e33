import { callsOf } from "../../protocol/callsOf.ts";
import type { Event, EventOf, Message, ToolCall } from "../../protocol/events.ts";
import type { Issue } from "../../protocol/issue.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { findKey } from "../../reducer/events/identity/streamKeys.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { ContentKind } from "../../reducer/runTracking.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { hintAtIssue } from "./hintAtIssue.ts";
import type { ThreadListeners } from "./threadOptions.ts";

type ListenerName = keyof ThreadListeners;

/** Listeners of one thread. */
export interface Listeners {
  /** Adds listeners; returns the function that removes them. */
  addListeners(listeners: ThreadListeners): () => void;
  /** Calls the listeners of one kind. Errors that they throw are reported and stop nothing. */
  notify<K extends ListenerName>(
    name: K,
    ...args: Parameters<NonNullable<ThreadListeners[K]>>
  ): void;
  /** True when a listener of this kind is registered. */
  hasListener(name: ListenerName): boolean;
  /**
   * Calls the listeners for events, and for the messages and tool calls that the events complete.
   */
  notifyEvents(events: readonly Event[], snapshot: Snapshot): void;
  /**
   * Calls the listeners, at the end of a run, for messages and calls that no event has completed. Such a message has
   * no end event, or comes from a MESSAGES_SNAPSHOT.
   */
  notifyUncompleted(messages: readonly Message[]): void;
  /** Calls `onIssue` for the issues that the second snapshot has and the first has not. */
  notifyIssues(before: Snapshot, after: Snapshot): void;
  /** Removes all listeners. */
  clearListeners(): void;
}

/** Returns the id in the snapshot of the message or call that an event ends or answers. */
function findStreamId(
  { tracking }: Snapshot,
  kind: ContentKind,
  id: string,
  subagentRunId = "",
): string | undefined {
  const owner = getOwn(tracking.subagentIds, subagentRunId)?.id ?? subagentRunId;
  const key = findKey(tracking[kind], id, owner || undefined);
  return getOwn(tracking[kind], key)?.id;
}

function callIdOf(
  { toolCallId, subagentRunId }: EventOf<"TOOL_CALL_END" | "TOOL_CALL_RESULT">,
  snapshot: Snapshot,
): string {
  return findStreamId(snapshot, "toolCalls", toolCallId, subagentRunId) ?? toolCallId;
}

function completedMessage(event: Event, snapshot: Snapshot): Message | undefined {
  const { messages } = snapshot;
  const find = (id: string | undefined) =>
    id === undefined ? undefined : findMessage(snapshot, id);
  switch (event.type) {
    case "TEXT_MESSAGE_END":
      return find(findStreamId(snapshot, "text", event.messageId, event.subagentRunId));
    case "REASONING_MESSAGE_END":
      return find(findStreamId(snapshot, "reasoning", event.messageId, event.subagentRunId));
    case "TOOL_CALL_RESULT": {
      const toolCallId = callIdOf(event, snapshot);
      return messages.findLast(
        (message) => message.role === "tool" && message.toolCallId === toolCallId,
      );
    }
    case "ACTIVITY_SNAPSHOT": {
      const message = find(event.messageId);
      return message?.role === "activity" ? message : undefined;
    }
    default:
      return undefined;
  }
}

/** Creates the listeners of a thread. */
export function createListeners(): Listeners {
  const all = new Set<ThreadListeners>();
  /** Ids of this run that listeners were notified of. A call and a message may share an id. */
  const notifiedIds: { readonly [K in ListenerName]?: Set<string> } = {
    onMessage: new Set(),
    onToolCall: new Set(),
  };

  const notify: Listeners["notify"] = (name, ...args) => {
    // Recorded for every notification, also for a tool result of this tab: `notifyUncompleted` would
    // report the message again when the run ends.
    notifiedIds[name]?.add((args[0] as Message | ToolCall).id);
    // Listeners of issues are called with an issue.
    if (name === "onIssue") hintAtIssue(args[0] as Issue);
    for (const listeners of [...all]) {
      try {
        // The arguments belong to this listener name, which the compiler cannot express.
        (listeners[name] as ((...args: unknown[]) => void) | undefined)?.call(listeners, ...args);
      } catch (error) {
        reportUncaught(error);
      }
    }
  };

  return {
    addListeners(listeners) {
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
        const located = findToolCall(snapshot, callIdOf(event, snapshot));
        if (located) notify("onToolCall", located.toolCall);
      }
    },
    notifyUncompleted(messages) {
      for (const message of messages) {
        for (const call of callsOf(message))
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
    clearListeners: () => all.clear(),
  };
}
