import type { EventInput, Message } from "../../src/protocol/events.ts";

const names = ["get_weather", "search_flights", "search_hotels", "get_weather"];

/** Four calls of one message. */
export const callEvents: readonly EventInput[] = [
  ...names.flatMap((toolCallName, at): EventInput[] => [
    { type: "TOOL_CALL_START", toolCallId: `c${at}`, toolCallName, parentMessageId: "m" },
    { type: "TOOL_CALL_ARGS", toolCallId: `c${at}`, delta: '{"city":"Lisbon"}' },
    { type: "TOOL_CALL_END", toolCallId: `c${at}` },
  ]),
];

/** Creates the results of the calls with these indexes. */
export const createResults = (...calls: readonly number[]): EventInput[] =>
  calls.map((at) => ({
    type: "TOOL_CALL_RESULT",
    messageId: `r${at}`,
    toolCallId: `c${at}`,
    content: '{"found":3}',
  }));

export const textEvents: readonly EventInput[] = [
  {
    type: "TEXT_MESSAGE_CHUNK",
    messageId: "t",
    delta: "A weekend in Lisbon it is: 24 °C, no wind.",
  },
];

export const question: readonly Message[] = [
  { id: "u", role: "user", content: "Where could we go this weekend?" },
];

/** Creates a stored conversation with errors for the named tools. */
export const withErrors = (errors: Readonly<Record<string, string>>): readonly Message[] => [
  ...question,
  {
    id: "m",
    role: "assistant",
    toolCalls: names.map((name, at) => ({
      id: `c${at}`,
      type: "function",
      function: { name, arguments: '{"city":"Lisbon"}' },
    })),
  },
  ...names.map((name, at): Message => {
    const error = errors[name];
    const content = error === "denied" ? "The user declined: not this weekend." : '{"found":3}';
    return {
      id: `r${at}`,
      role: "tool",
      toolCallId: `c${at}`,
      content,
      ...(error !== undefined && { error }),
    };
  }),
];
