import type { Message, ToolCall } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asFields, asText, textIn, toText, type WireFields } from "../fields.ts";
import { asMessage } from "../uncheckedCasts.ts";

/** Converts messages with flat calls; returns `undefined` for a value that is not a list. */
export function readArkavoMessages(messages: unknown): readonly Message[] | undefined {
  if (!Array.isArray(messages)) return undefined;
  return messages.flatMap((message, position) =>
    isRecord(message) ? readMessage(message, asText(message.id) ?? `message-${position + 1}`) : [],
  );
}

function readMessage(message: WireFields, id: string): readonly Message[] {
  const { role, content, toolCalls: camelCalls, tool_calls: rawCalls = camelCalls } = message;
  const metadata = isRecord(message.metadata) ? message.metadata : undefined;
  const text = toText(content ?? "");
  if (role === "user" || role === "system")
    return [{ role, ...omitUndefined({ id, content: text, metadata }) }];
  // The gateway has these three roles; any other message is AG-UI.
  if (role !== "assistant") return [asMessage({ ...message, id })];
  const toolCalls = Array.isArray(rawCalls) ? rawCalls.map(asFields).map(readCall) : [];
  const fields = {
    content: text || undefined,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  };
  return [{ id, role, ...omitUndefined({ ...fields, metadata }) }];
}

/** Converts a flat call; a call of AG-UI has its name and arguments in `function`. */
function readCall(call: WireFields): ToolCall {
  const { name, arguments: args } = { ...call, ...asFields(call.function) };
  const definition = { name: asText(name) ?? "", arguments: toText(args ?? {}) };
  return { id: textIn(call, "id", "toolCallId") ?? "call", type: "function", function: definition };
}
