import type { Dialect } from "../../protocol/dialect.ts";
import type { ContentPart, RunAgentInput, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { type InputMessage, newMessages } from "../newMessages.ts";
import { createArkavoReader } from "./createArkavoReader.ts";

/** Options of {@link arkavo}. */
export interface ArkavoOptions {
  /** Id of the agent: a gateway serves several agents and rejects a message without one. */
  readonly agentId?: string;
}

/**
 * Creates the dialect of arkavo-agui, the gateway of Arkavo Edge: JSON frames on a WebSocket; its
 * reader accepts the same frames from Server-Sent Events.
 *
 * A run opens the chat and sends what the agent has not answered: the user's messages, or the
 * results of frontend tools. The gateway has no threads, so it does not know the messages before a
 * fork, nor that a message was edited. A `userEdit` object in `forwardedProps` is sent instead of
 * the messages. Tasks are activities of type `TASK`, and any other frame becomes a CUSTOM event
 * `arkavo.<its type>`: `useCustomEvent("arkavo.budget_alert", …)`. Each `arkavo.typing_start` is
 * followed by an `arkavo.typing_stop`, at the latest when the text begins or the run ends. The
 * gateway's other requests are sent with `send` of `webSocketAgent`.
 *
 * @example An agent of an Arkavo gateway
 * ```ts
 * const agent = webSocketAgent({
 *   url: "wss://example.com/ws",
 *   dialect: arkavo({ agentId: "coder" }),
 * });
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function arkavo({ agentId }: ArkavoOptions = {}): Dialect {
  const createFrame = (type: string, fields: object = {}) =>
    omitUndefined({ type, agentId, ...fields });
  return {
    name: "arkavo",
    frames: (input) => [createFrame("chatOpen"), ...turnOf(input, createFrame)],
    stopFrames: () => [createFrame("chatClose")],
    read: createArkavoReader,
  };
}

function turnOf(
  { messages, forwardedProps }: RunAgentInput,
  frame: (type: string, fields?: object) => unknown,
): readonly unknown[] {
  const results = lastResults(messages);
  if (results.length > 0) {
    return results.map(({ toolCallId, content }) => ({
      type: "toolResult",
      toolCallId,
      result: typeof content === "string" ? parseContent(content) : content,
    }));
  }
  const { userEdit } = isRecord(forwardedProps) ? forwardedProps : {};
  if (isRecord(userEdit)) return [{ ...userEdit, type: "userEdit" }];
  const fresh = newMessages(messages);
  const attachments = fresh.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap(toAttachment),
  );
  const content = fresh.map(toMessageText).filter(Boolean).join("\n\n");
  const attached = attachments.length > 0 ? { attachments } : {};
  return [frame("userMessage", { content, ...attached })];
}

/** Returns the results at the end of the conversation, which the agent awaits. */
function lastResults(messages: RunAgentInput["messages"]): readonly ToolMessage[] {
  const last = messages.findLastIndex(({ role }) => role !== "tool");
  return messages.slice(last + 1).filter((message) => message.role === "tool");
}

function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function toMessageText({ content }: InputMessage): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function toAttachment(part: ContentPart): readonly unknown[] {
  if (part.type === "text") return [];
  const { type, value, mimeType = "application/octet-stream" } = part.source;
  const { filename: name } = isRecord(part.metadata) ? part.metadata : {};
  const url = type === "data" ? `data:${mimeType};base64,${value}` : value;
  return [omitUndefined({ type: part.type, url, name })];
}
