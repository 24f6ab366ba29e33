import type { HistoryPage } from "../../protocol/dialect.ts";
import type { ContentPart, Message, ToolCall } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { resultIdOf } from "../createRunWriter.ts";
import { asFields, asMessage, asText, textIn, toText, type WireFields } from "../wireFields.ts";

/**
 * Converts a page of a thread's messages, the latest first, as requested. A server without support
 * for the order starts at the beginning, which the ids reveal: they sort by time.
 */
export function readAwakenHistory(message: unknown): HistoryPage {
  const { messages, has_more: hasMore, next_cursor: next } = asFields(message);
  const records = Array.isArray(messages) ? messages : [];
  const isLatestFirst = isDescending(records);
  const ordered = isLatestFirst ? records.toReversed() : records;
  const olderCursor = isLatestFirst && hasMore === true ? asText(next) : undefined;
  return omitUndefined({ messages: readAwakenMessages(ordered), olderCursor });
}

const TIME_ORDERED = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isDescending(records: readonly unknown[]): boolean {
  const ids = records.map((record) => asFields(record).id);
  const sortable = ids.filter((id): id is string => TIME_ORDERED.test(String(id)));
  return (sortable.at(0) ?? "") > (sortable.at(-1) ?? "");
}

/** Converts messages whose content is a list of blocks; AG-UI messages pass unchanged. */
export function readAwakenMessages(messages: unknown): readonly Message[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message, position) =>
    isRecord(message) ? readMessage(message, asText(message.id) ?? `message-${position + 1}`) : [],
  );
}

/** Returns true for a message that only AG-UI has. */
function isOwn({ role, toolCalls, toolCallId, content }: WireFields): boolean {
  const isNew = role === "developer" || role === "activity" || role === "reasoning";
  return (
    isNew || Array.isArray(toolCalls) || (typeof toolCallId === "string" && content !== undefined)
  );
}

function readMessage(message: WireFields, id: string): readonly Message[] {
  const { role, content, tool_calls: calls } = message;
  if (isOwn(message)) {
    const { toolCallId } = message;
    // A result has the same id as in its run.
    const ownId = role === "tool" && asText(toolCallId) ? resultIdOf(String(toolCallId)) : id;
    return [asMessage({ ...message, id: ownId })];
  }
  const blocks = Array.isArray(content)
    ? content.map(asFields)
    : [{ type: "text", text: toText(content ?? "") }];
  const text = textOfParts(blocks);
  switch (role) {
    case "assistant":
      return readAssistant({ id, text, blocks, calls });
    case "tool": {
      const result = blocks.find(({ type }) => type === "tool_result");
      const callId = textIn(message, "tool_call_id") ?? asText(result?.tool_use_id);
      const toolMessage = { role, content: text || contentText(result?.content) } as const;
      // A page of the history may not name the call of a result.
      if (callId === undefined) return [{ id, toolCallId: id, ...toolMessage }];
      return [{ id: resultIdOf(callId), toolCallId: callId, ...toolMessage }];
    }
    case "user": {
      const parts = blocks.flatMap(toPart);
      const isText = parts.every(({ type }) => type === "text");
      return [{ id, role, content: isText ? text : parts }];
    }
    case "system":
      return [{ id, role, content: text }];
    default:
      return [];
  }
}

interface AssistantBlocks {
  readonly id: string;
  readonly text: string;
  readonly blocks: readonly WireFields[];
  readonly calls: unknown;
}

/** Returns the reasoning, text and calls of a message, and the results within it. */
function readAssistant({ id, text, blocks, calls }: AssistantBlocks): readonly Message[] {
  const ofType = (name: string) => blocks.filter(({ type }) => type === name);
  const reasoning = ofType("thinking")
    .map((block) => textIn(block, "thinking", "text") ?? "")
    .join("");
  const callFields = [...(Array.isArray(calls) ? calls.map(asFields) : []), ...ofType("tool_use")];
  const toolCalls = callFields.flatMap((call): readonly ToolCall[] => {
    const callId = asText(call.id);
    if (callId === undefined) return [];
    const { name, arguments: args = call.input } = call;
    const definition = { name: asText(name) ?? "", arguments: toText(args ?? {}) };
    return [{ id: callId, type: "function", function: definition }];
  });
  const results = ofType("tool_result").map((block): Message => {
    const toolCallId = asText(block.tool_use_id) ?? id;
    return {
      id: resultIdOf(toolCallId),
      role: "tool",
      toolCallId,
      content: contentText(block.content),
    };
  });
  const hasMessage =
    text !== "" || toolCalls.length > 0 || (reasoning === "" && results.length === 0);
  const message: Message = {
    id,
    role: "assistant",
    ...omitUndefined({
      content: text || undefined,
      toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
    }),
  };
  return [
    ...(reasoning
      ? [{ id: deriveId(id, "reasoning"), role: "reasoning", content: reasoning } as const]
      : []),
    ...(hasMessage ? [message] : []),
    ...results,
  ];
}

function textOfParts(blocks: readonly WireFields[]): string {
  return blocks
    .map((block) => (block.type === "tool_result" ? "" : (asText(block.text) ?? "")))
    .join("");
}

function contentText(content: unknown): string {
  return Array.isArray(content) ? textOfParts(content.map(asFields)) : toText(content ?? "");
}

/** Converts a block of a user's message: text or media. */
function toPart({ type, text, source, title }: WireFields): readonly ContentPart[] {
  if (type === "text") return [{ type, text: toText(text ?? "") }];
  const isMedia = type === "image" || type === "audio" || type === "video" || type === "document";
  if (!isMedia) return [];
  const {
    type: kind,
    url,
    data,
    value = url ?? data,
    media_type,
    mimeType = media_type,
  } = asFields(source);
  if (typeof value !== "string") return [];
  const named = asText(title) === undefined ? {} : { metadata: { filename: title } };
  if (kind === "url" || kind === "file") return [{ type, source: { type: kind, value }, ...named }];
  const media = asText(mimeType) ?? "application/octet-stream";
  return [{ type, source: { type: "data", value, mimeType: media }, ...named }];
}
