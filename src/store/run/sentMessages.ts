import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../protocol/events.ts";
import { isJson } from "../../reducer/events/repeatedArguments.ts";
import { toServerMessages } from "../../reducer/serverIds.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { IncrementalJsonParser } from "../tools/incrementalJsonParser.ts";

/** Calls whose arguments were found to be JSON: most are shared from run to run. */
const validCalls = new WeakSet<ToolCall>();

/**
 * Returns the conversation as an agent receives it: without activities, under the server's ids, and in a form that
 * model providers accept. Each result is directly after the message of its call, in the order of the calls; a
 * call has one result; arguments are JSON.
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
    if (message.role !== "assistant" || !message.toolCalls) return [message];
    const ownResults = message.toolCalls.flatMap(({ id }) => results.get(id) ?? []);
    return [withValidArguments(message), ...ownResults];
  });
  return toServerMessages(sent, subagents);
}

function withValidArguments(message: AssistantMessage): AssistantMessage {
  const { toolCalls = [] } = message;
  if (toolCalls.every(hasValidArguments)) return message;
  return { ...message, toolCalls: toolCalls.map(withJsonArguments) };
}

function hasValidArguments(call: ToolCall): boolean {
  if (validCalls.has(call)) return true;
  const text = call.function.arguments;
  // The tools of this client receive `{}` for `null`, which model providers refuse.
  const isValid = isJson(text) && text.trim() !== "null";
  if (isValid) validCalls.add(call);
  return isValid;
}

/** Returns a call with arguments that parse: those that arrived before the call was cut off. */
function withJsonArguments(call: ToolCall): ToolCall {
  if (hasValidArguments(call)) return call;
  const readable = new IncrementalJsonParser().read(call.function.arguments, true);
  const text = JSON.stringify(readable ?? {});
  return { ...call, function: { ...call.function, arguments: text } };
}
