import type { ContentPart, Message, ToolCall } from "../../../protocol/events.ts";
import { textOf } from "../../../protocol/textOf.ts";
import { UNNAMED_TOOL } from "../../../protocol/validation/lenientChecks.ts";
import { withServerId } from "../../serverIds.ts";

/** Fields that a message or a call keeps when a snapshot lacks them. */
const RETAINED = /^(content|encryptedValue|name)$/;
/** Fields that a result keeps when a snapshot states its text only. Metadata may say that the call failed. */
const RETAINED_OF_RESULT = /^(encryptedValue|error|metadata)$/;

/**
 * Returns a message of a messages snapshot with the fields that only the message before has. Servers often send
 * the text alone: without attachments, errors, names, and the encrypted values that continue a model's reasoning. Others
 * send `null` for the text of a message with calls.
 *
 * @param callsBefore - The calls of the conversation that the message has, by their ids in the conversation.
 */
export function restoreOmittedFields(
  message: Message,
  before: Message | undefined,
  callsBefore: readonly ToolCall[],
): Message {
  const stated = withCalls(message, callsBefore);
  if (before?.role !== stated.role) return stated;
  // A user message, a result or reasoning in a form that cannot be read is empty.
  const isUnread = /^(user|tool|reasoning)$/.test(stated.role) && stated.content?.length === 0;
  const isSameText = isUnread || compactTextOf(before) === compactTextOf(stated);
  const retained = keepFields(
    stated,
    before,
    isSameText && stated.role === "tool" ? RETAINED_OF_RESULT : RETAINED,
  );
  const lacksMedia = hasMedia(before) && !hasMedia(stated);
  if (isUnread || (lacksMedia && isSameText)) {
    // The roles are the same, so the content is of the type that the role has.
    return { ...retained, content: before.content } as Message;
  }
  const { role, content } = retained;
  if (!lacksMedia || role !== "user" || typeof content !== "string") return retained;
  // Plain text says nothing about attachments; a list of parts would have them.
  return { ...retained, content: [{ type: "text", text: content }, ...mediaOf(before)] };
}

/** Returns a message whose calls have the fields that only the calls before have. */
function withCalls(message: Message, callsBefore: readonly ToolCall[]): Message {
  if (message.role !== "assistant" || !message.toolCalls) return message;
  const before = new Map(callsBefore.map((call) => [call.id, call]));
  const toolCalls = message.toolCalls.map((call) => {
    const existing = before.get(call.id);
    return existing ? keepFields(withName(call, existing), existing, RETAINED) : call;
  });
  return { ...message, toolCalls };
}

/** Returns a call under the name that it had, when the snapshot names no tool. */
function withName(call: ToolCall, { function: { name } }: ToolCall): ToolCall {
  if (call.function.name !== UNNAMED_TOOL) return call;
  return { ...call, function: { ...call.function, name } };
}

function keepFields<T extends Message | ToolCall>(stated: T, before: T, names: RegExp): T {
  const unstated = Object.entries(withServerId<Message | ToolCall>(before)).filter(
    ([name]) => names.test(name) && !Object.hasOwn(stated, name),
  );
  return unstated.length === 0 ? stated : { ...stated, ...Object.fromEntries(unstated) };
}

function hasMedia(message: Message): boolean {
  return mediaOf(message).length > 0;
}

/** Returns the parts of a message that are not text. */
function mediaOf({ content }: Message): readonly ContentPart[] {
  return Array.isArray(content) ? content.filter(({ type }: ContentPart) => type !== "text") : [];
}

/** Returns the text of a message without its spaces: servers join the texts of several parts in different ways. */
export function compactTextOf({ content }: Message): string {
  return textOf(content).replace(/\s+/g, "");
}
