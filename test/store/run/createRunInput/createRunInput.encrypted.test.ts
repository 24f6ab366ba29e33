import { expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  type RunAgentInput,
} from "../../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../../src/testing.ts";

const encrypted = (
  subtype: "message" | "tool-call",
  entityId: string,
  encryptedValue: string,
): EventInput => ({ type: "REASONING_ENCRYPTED_VALUE", subtype, entityId, encryptedValue });

const thinks = (messageId: string, delta: string): EventInput[] => [
  { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
  { type: "REASONING_MESSAGE_END", messageId },
];

const calls = (toolCallId: string): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId, toolCallName: "look", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId },
  { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId, content: "found" },
];

const bySubagent = (events: readonly EventInput[]): EventInput[] =>
  // Any of these events may have the sub-agent's id.
  events.map((event) => ({ ...event, subagentRunId: "s1" }) as EventInput);

/** Returns every encrypted value of an input by the message or call that has it. */
function valuesIn({ messages }: RunAgentInput): Record<string, string> {
  const values = messages.flatMap((message: Message): (readonly [string, string | undefined])[] => [
    [
      `${message.role} ${message.id}`,
      "encryptedValue" in message ? message.encryptedValue : undefined,
    ],
    ...(message.role === "assistant" ? (message.toolCalls ?? []) : []).map(
      ({ id, encryptedValue }) => [`call ${id}`, encryptedValue] as const,
    ),
  ]);
  return Object.fromEntries(
    values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** Runs a conversation twice and returns the second input. */
async function secondInput(events: readonly EventInput[], ending: EventInput[] = []) {
  const agent = scriptedAgent(
    [runStarted(), ...events, ...ending, ...(ending.length > 0 ? [] : [runFinished()])],
    textRun("Fine"),
  );
  const thread = createThread({ agent });
  await thread.send("Hi");
  await thread.send("And?");
  const input = agent.inputs[1];
  if (!input) throw new Error("There was no second run.");
  return input;
}

test.each<[string, EventInput[], Record<string, string>]>([
  [
    "on a message of reasoning",
    [...thinks("r1", "Hm"), encrypted("message", "r1", "x")],
    { "reasoning r1": "x" },
  ],
  [
    "on a message of reasoning that has not begun",
    [encrypted("message", "r1", "x"), ...thinks("r1", "Hm")],
    { "reasoning r1": "x" },
  ],
  [
    "on an answer",
    [
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      encrypted("message", "m1", "x"),
    ],
    { "assistant m1": "x" },
  ],
  ["on a tool call", [...calls("c1"), encrypted("tool-call", "c1", "x")], { "call c1": "x" }],
  [
    "on a tool call that has not begun",
    [encrypted("tool-call", "c1", "x"), ...calls("c1")],
    { "call c1": "x" },
  ],
  [
    "on a span without a message",
    [
      { type: "REASONING_START", messageId: "r1" },
      encrypted("message", "r1", "x"),
      { type: "REASONING_END", messageId: "r1" },
    ],
    { "reasoning r1": "x" },
  ],
  ["on nothing that ever came", [encrypted("message", "r1", "x")], { "reasoning r1": "x" }],
  [
    "on a sub-agent's reasoning",
    [
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
      ...bySubagent([...thinks("r1", "Hm"), encrypted("message", "r1", "x")]),
      ...bySubagent([...calls("c1"), encrypted("tool-call", "c1", "y")]),
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
    ],
    { "reasoning r1": "x", "call c1": "y" },
  ],
  [
    "on a sub-agent's span without a message",
    bySubagent([
      { type: "REASONING_START", messageId: "r1" },
      encrypted("message", "r1", "x"),
      { type: "REASONING_END", messageId: "r1" },
    ]),
    { "reasoning r1": "x" },
  ],
  [
    "more than once, the last of them",
    [...thinks("r1", "Hm"), encrypted("message", "r1", "x"), encrypted("message", "r1", "y")],
    { "reasoning r1": "y" },
  ],
])("sends an encrypted value %s back with the next input", async (_, events, values) => {
  expect(valuesIn(await secondInput(events))).toEqual(values);
});

test("sends an encrypted value back after a failed run too", async () => {
  const input = await secondInput(
    [...thinks("r1", "Hm"), encrypted("message", "r1", "x")],
    [{ type: "RUN_ERROR", message: "out of tokens" }],
  );
  expect(valuesIn(input)).toEqual({ "reasoning r1": "x" });
});

test("sends encrypted reasoning back with the sub-agent it belongs to", async () => {
  const { messages } = await secondInput(
    bySubagent([
      { type: "REASONING_START", messageId: "r1" },
      encrypted("message", "r1", "x"),
      { type: "REASONING_END", messageId: "r1" },
    ]),
  );
  expect(messages.find(({ id }) => id === "r1")).toEqual({
    id: "r1",
    role: "reasoning",
    content: "",
    encryptedValue: "x",
    subagentRunId: "s1",
  });
});
