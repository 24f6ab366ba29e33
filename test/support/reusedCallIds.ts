import type { Message, ToolCall } from "../../src/protocol/events.ts";

/** Returns a user message whose text is its id. */
export const question = (id: string): Message => ({ id, role: "user", content: id });

/** Returns a message with a call for each of the arguments, all under one id. */
export function callsUnder(callId: string, messageId: string, ...args: readonly string[]): Message {
  const toolCalls = args.map(
    (text): ToolCall => ({
      id: callId,
      type: "function",
      function: { name: "search", arguments: text },
    }),
  );
  return { id: messageId, role: "assistant", toolCalls };
}

export const resultOf = (toolCallId: string, id: string, content: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});

/** Two rounds of a server that numbers the calls of each round from 0. */
export const TWO_ROUNDS: readonly Message[] = [
  question("u1"),
  callsUnder("f:0", "c1", '{"a":1}'),
  resultOf("f:0", "t1", "A1"),
  callsUnder("f:0", "c2", '{"a":2}'),
  resultOf("f:0", "t2", "A2"),
];

/** Returns the ids of all calls of a conversation. */
export function callIdsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
}

/** Returns each call as its arguments and the content of its results. */
export function answersOf(messages: readonly Message[]): readonly (readonly string[])[] {
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map((call) => [
          call.function.arguments,
          ...messages.flatMap((other) =>
            other.role === "tool" && other.toolCallId === call.id ? [String(other.content)] : [],
          ),
        ])
      : [],
  );
}
