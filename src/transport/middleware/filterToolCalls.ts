import { AgentKitError } from "../../protocol/errors.ts";
import type { Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { type AgentMiddleware, mapEvents } from "./withMiddleware.ts";

/** The tools of {@link filterToolCalls}: those to show, or those to hide. */
export type ToolCallFilter =
  | {
      /** Names of the tools whose calls are shown; all others are hidden. */
      readonly allow: readonly string[];
      /** Excluded by `allow`. */
      readonly deny?: never;
    }
  | {
      /** Names of the tools whose calls are hidden. */
      readonly deny: readonly string[];
      /** Excluded by `deny`. */
      readonly allow?: never;
    };

/**
 * Creates a middleware that removes the calls of certain tools, with their results, from what the agent sends. Use it
 * for tools of the server that users should not see. The agent has run them all the same.
 *
 * The calls are not part of the conversation, so they are not sent with the next run either. An agent that
 * stores no conversation of its own does not remember them.
 *
 * @example Hide what the agent looks up
 * ```ts
 * const agent = withMiddleware(
 *   httpAgent({ url: "/agent" }),
 *   filterToolCalls({ deny: ["search_index", "read_profile"] }),
 * );
 * ```
 * @throws AgentKitError `invalid-argument` unless exactly one of `allow` and `deny` is a list
 * @see https://docs.ag-ui.com/sdk/js/client/middleware
 */
export function filterToolCalls({ allow, deny }: ToolCallFilter): AgentMiddleware {
  if (Array.isArray(allow) === Array.isArray(deny)) {
    throw new AgentKitError(
      "invalid-argument",
      "filterToolCalls cannot decide which calls to hide. Pass a list as `allow` or as `deny`, not both.",
    );
  }
  const listed = new Set<unknown>(allow ?? deny);
  const isHidden = (name: unknown) => listed.has(name) !== Array.isArray(allow);

  return (input, next) => {
    // Belongs to the run, because one middleware serves all runs of an agent.
    const hiddenIds = new Set<unknown>();
    /** True while chunks without an id continue a hidden call. */
    let isChunkHidden = false;
    return mapEvents(next(input), (event) => {
      const id = fieldOf(event, "toolCallId", "tool_call_id");
      const name = fieldOf(event, "toolCallName", "tool_call_name");
      switch (event.type) {
        case "RUN_STARTED":
          hiddenIds.clear();
          return event;
        case "TOOL_CALL_START":
          if (isHidden(name)) hiddenIds.add(id);
          else hiddenIds.delete(id);
          return hiddenIds.has(id) ? undefined : event;
        case "TOOL_CALL_CHUNK":
          if (name && isHidden(name)) hiddenIds.add(id);
          if (id) isChunkHidden = hiddenIds.has(id);
          return isChunkHidden ? undefined : event;
        case "TOOL_CALL_ARGS":
        case "TOOL_CALL_END":
        case "TOOL_CALL_RESULT":
          return hiddenIds.has(id) ? undefined : event;
        case "REASONING_ENCRYPTED_VALUE":
          return hiddenIds.has(event.entityId) ? undefined : event;
        case "MESSAGES_SNAPSHOT": {
          const messages: unknown = event.messages;
          if (!Array.isArray(messages)) return event;
          // The messages are those of the event, with fewer calls.
          return { ...event, messages: withoutCalls(messages, isHidden) as Message[] };
        }
        default:
          return event;
      }
    });
  };
}

/** Returns a field of an event or message as it arrived, before validation. */
function fieldOf(value: unknown, name: string, snakeName: string): unknown {
  return isRecord(value) ? (value[name] ?? value[snakeName]) : undefined;
}

/** Returns the messages of a snapshot without hidden calls, their results, and messages that held nothing else. */
function withoutCalls(
  messages: readonly unknown[],
  isHidden: (name: unknown) => boolean,
): readonly unknown[] {
  const hiddenIds = new Set<unknown>();
  return messages.flatMap((message): readonly unknown[] => {
    if (!isRecord(message)) return [message];
    if (hiddenIds.has(fieldOf(message, "toolCallId", "tool_call_id"))) return [];
    const key = "tool_calls" in message ? "tool_calls" : "toolCalls";
    const { [key]: calls, ...rest } = message;
    if (!Array.isArray(calls)) return [message];
    const shown = calls.filter((call: unknown) => {
      const isShown = !isRecord(call) || !isHidden(fieldOf(call.function, "name", "name"));
      if (!isShown) hiddenIds.add(call.id);
      return isShown;
    });
    if (shown.length === calls.length) return [message];
    if (shown.length > 0) return [{ ...rest, [key]: shown }];
    return rest.content ? [rest] : [];
  });
}
