import type { AssistantMessage, Message, Metadata, ToolMessage } from "../../protocol/events.ts";
import type { UnknownRecord } from "../../protocol/isRecord.ts";
import { writeJson } from "../../protocol/jsonDepth.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { textOf } from "../../protocol/textOf.ts";
import { resultIdOf } from "../createRunWriter.ts";
import { asMessage, errorIn } from "../wireFields.ts";
import { readContent, readContentParts } from "./contentParts.ts";
import { recordOf, stringOf } from "./tanStackEvent.ts";

/**
 * Converts TanStack's messages to AG-UI: a TanStack message contains all text, reasoning, calls and
 * results of a turn. A message without parts is already AG-UI.
 */
export function readUiMessages(messages: readonly unknown[]): Message[] {
  const resultIds = new Set<string>();
  return messages.flatMap((value): Message[] => {
    const message = recordOf(value);
    if (!message) return [asMessage(value)];
    const { parts } = message;
    const converted = Array.isArray(parts) ? readUiMessage(message, parts) : [asMessage(value)];
    // Some servers send a result twice, in both spellings.
    return converted.filter((message) => {
      if (message.role !== "tool") return true;
      const isNew = !resultIds.has(message.toolCallId);
      resultIds.add(message.toolCallId);
      return isNew;
    });
  });
}

function readUiMessage(message: UnknownRecord, parts: readonly unknown[]): Message[] {
  const id = stringOf(message.id) ?? "";
  const fields = omitUndefined({
    name: stringOf(message.name),
    // AG-UI allows every object.
    metadata: recordOf(message.metadata) as Metadata | undefined,
  });
  const { role } = message;
  if (role === "user") return [{ id, role, content: readContent(parts), ...fields }];
  if (role === "system") {
    const content = readContent(parts);
    return [{ id, role, content: typeof content === "string" ? content : "", ...fields }];
  }
  const [activity] = parts.map(recordOf);
  if (role === "activity" && activity) {
    const { activityType, content } = activity;
    return [
      {
        id,
        role,
        activityType: stringOf(activityType) ?? "",
        content: recordOf(content) ?? {},
      },
    ];
  }
  const records = parts.map(recordOf).filter((part) => part !== undefined);
  return readTurn(id, fields, records);
}

type MessageFields = Pick<AssistantMessage, "name" | "metadata">;

function readTurn(id: string, fields: MessageFields, parts: readonly UnknownRecord[]): Message[] {
  const out: Message[] = [];
  /** The message that continues until a result or reasoning. */
  let open: AssistantMessage | undefined;
  let count = 0;
  const resultIds = new Set(parts.map((part) => part.type === "tool-result" && part.toolCallId));

  const current = (): AssistantMessage => {
    if (open) return open;
    count += 1;
    open = { id: count === 1 ? id : deriveId(id, count), role: "assistant", ...fields };
    out.push(open);
    return open;
  };
  const appendText = (text: string) => {
    const message = current();
    message.content = `${message.content ?? ""}${text}`;
  };
  const addToolMessage = (callId: unknown, value: unknown, part: UnknownRecord) => {
    open = undefined;
    const toolCallId = stringOf(callId) ?? "";
    const content = stringOf(value) ?? readContentParts(value) ?? writeJson(value) ?? "";
    const error = errorOfPart(part, content);
    const id = resultIdOf(toolCallId);
    out.push({ id, role: "tool", toolCallId, content, ...omitUndefined({ error }) });
  };

  for (const part of parts) {
    const { type, content } = part;
    if (type === "text") appendText(stringOf(content) ?? "");
    else if (type === "structured-output") appendText(stringOf(part.raw) ?? "");
    else if (type === "thinking") {
      open = undefined;
      const position = out.filter(({ role }) => role === "reasoning").length + 1;
      out.push({
        id: deriveId(id, position === 1 ? "reasoning" : `reasoning-${position}`),
        role: "reasoning",
        content: stringOf(content) ?? "",
        ...omitUndefined({ encryptedValue: stringOf(part.signature) || undefined }),
      });
    } else if (type === "tool-call") {
      const callId = stringOf(part.id) ?? "";
      const name = stringOf(part.name) ?? "";
      const args = stringOf(part.arguments) ?? "";
      const message = current();
      const call = { id: callId, type: "function", function: { name, arguments: args } } as const;
      message.toolCalls = [...(message.toolCalls ?? []), call];
    } else if (type === "tool-result") {
      addToolMessage(part.toolCallId, content, part);
    }
  }
  // Some calls carry their result themselves.
  for (const part of parts) {
    const { type, state, id: callId, output, errorText } = part;
    const value = output ?? errorText ?? (state === "output-error" ? "" : output);
    if (type !== "tool-call" || value === undefined || resultIds.has(callId)) continue;
    addToolMessage(callId, value, part);
  }
  if (out.length === 0) current();
  return out;
}

/** Returns the error of a part with a result, which is the result itself when only the state says that the call failed. */
function errorOfPart(
  { state, error, errorText }: UnknownRecord,
  result: ToolMessage["content"],
): string | undefined {
  const isFailed = state === "error" || state === "output-error";
  return errorIn(error) ?? errorIn(errorText) ?? (isFailed ? textOf(result) || "error" : undefined);
}
