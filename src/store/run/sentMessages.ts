import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { toServerMessages } from "../../reducer/serverIds.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { IncrementalJsonParser } from "../tools/incrementalJsonParser.ts";

/** Calls whose arguments were found to be a JSON object: most are shared from run to run. */
const validCalls = new WeakSet<ToolCall>();

/**
 * Returns the conversation as an agent receives it: without activities, under the server's ids, and in a form that
 * model providers accept. Each result is directly after the message of its call, in the order of the calls, and a
 * call has one result. Arguments are a JSON object, and no answer is empty.
 *
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function sentMessages(
  messages: readonly Message[],
  subagents: Snapshot["subagents"] = {},
): Message[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === "tool") results.set(message.toolCallId, message);
  }
  const sent = messages.flatMap((message): readonly Message[] => {
    // Results follow their calls. A result without a call is refused by model providers.
    if (message.role === "activity" || message.role === "tool") return [];
    if (message.role === "user" && message.content.length === 0) return [];
    if (message.role !== "assistant") return [message];
    const { toolCalls, ...rest } = message;
    if (!toolCalls || toolCalls.length === 0) {
      if (isEmptyReply(rest)) return [];
      return [toolCalls ? rest : message];
    }
    const ownResults = toolCalls.flatMap(({ id }) => results.get(id) ?? []);
    return [withValidArguments(message), ...ownResults];
  });
  return toServerMessages(sent.map(withWholeCharacters), subagents);
}

/** Matches half of a character that a text was cut in. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Messages without half characters: most are shared from run to run. */
const wholeMessages = new WeakSet<Message>();

/**
 * Returns a message whose texts are Unicode. A server that cuts its deltas by length may be stopped in the middle of
 * an emoji, and programs in Python cannot encode its half.
 */
function withWholeCharacters<T extends Message>(message: T): T {
  if (wholeMessages.has(message)) return message;
  const text = JSON.stringify(message);
  // JSON writes half characters as escape sequences, and whole ones as they are.
  if (!/\\ud[89a-f]/.test(text)) {
    wholeMessages.add(message);
    return message;
  }
  // The reviver keeps the shape of the message.
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" ? value.replace(HALF_CHARACTER, "\ufffd") : value,
  ) as T;
}

function withValidArguments(message: AssistantMessage): AssistantMessage {
  const { toolCalls = [] } = message;
  if (toolCalls.every(hasValidArguments)) return message;
  return { ...message, toolCalls: toolCalls.map(withJsonArguments) };
}

/** True for a reply without text. A reply with an encrypted value belongs to reasoning that the model continues. */
function isEmptyReply({ content, encryptedValue }: AssistantMessage): boolean {
  return encryptedValue === undefined && (content ?? "").trim() === "";
}

function hasValidArguments(call: ToolCall): boolean {
  if (validCalls.has(call)) return true;
  const isValid = isRecord(parseJson(call.function.arguments));
  if (isValid) validCalls.add(call);
  return isValid;
}

/**
 * Returns a call with arguments that are a JSON object: those that arrived before the call was cut off. Another value
 * is put under the key `value`, because the model would not recognise its call without it.
 */
function withJsonArguments(call: ToolCall): ToolCall {
  if (hasValidArguments(call)) return call;
  const parsed = new IncrementalJsonParser().parsePiece(call.function.arguments, true);
  // Some models encode the object twice.
  const value = typeof parsed === "string" ? (parseJson(parsed) ?? parsed) : parsed;
  const args = isRecord(value) ? value : value === undefined || value === null ? {} : { value };
  return { ...call, function: { ...call.function, arguments: JSON.stringify(args) } };
}
