import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { playStream, question } from "../lenientStreams.ts";

interface Options {
  readonly before?: readonly EventInput[];
  readonly strict?: boolean;
}

/** Plays a run that sends events and then a snapshot of a question and a reply. */
function playReply(reply: object, { before = [], strict = false }: Options = {}) {
  const messages = [question, { id: "m1", role: "assistant", ...reply }];
  return playStream([...before, { type: "MESSAGES_SNAPSHOT", messages }], { strict });
}

const call = (id: string, name: string, args: string) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

const weather = {
  type: "tool-weather",
  toolCallId: "c1",
  state: "output-available",
  input: { city: "Rome" },
  output: { degrees: 20 },
};
const parts = [
  { type: "step-start" },
  { type: "reasoning", text: "Look it up." },
  { type: "text", text: "Let me see." },
  weather,
  { type: "step-start" },
  { type: "source-url", sourceId: "s1", url: "https://example.com" },
  { type: "text", text: "It is " },
  { type: "text", text: "20°." },
];

describe("a reply of the AI SDK", () => {
  const expected = [
    { id: "m1_reasoning_1", role: "reasoning", content: "Look it up." },
    {
      id: "m1",
      role: "assistant",
      content: "Let me see.",
      toolCalls: [call("c1", "weather", '{"city":"Rome"}')],
    },
    { id: "m1_result_c1", role: "tool", toolCallId: "c1", content: '{"degrees":20}' },
    { id: "m1_2", role: "assistant", content: "It is 20°." },
  ];

  test("becomes reasoning, calls, results and texts in a snapshot", async () => {
    const { result, snapshot } = await playReply({ parts });
    expect(result.outcome).toBe("success");
    expect(snapshot.messages.slice(1)).toEqual(expected);
    expect(snapshot.toolCalls.c1?.status).toBe("complete");
    expect(snapshot.issues.map(({ code, subject }) => [code, subject])).toEqual([
      ["renamed-field", "messages[1].parts"],
    ]);
  });

  test("becomes reasoning, calls, results and texts in `initialMessages`", () => {
    // The type has no `parts`.
    const reply = { id: "m1", role: "assistant", parts } as unknown as Message;
    const thread = createThread({
      threadId: "t1",
      agent: { async *run() {} },
      initialMessages: [question, reply, { id: "u2", role: "user", content: "Thanks" }],
    });
    const { messages } = thread.getSnapshot();
    expect(messages.slice(1, -1)).toEqual(expected);
    expect(messages.at(-1)?.id).toBe("u2");
  });

  test("names the reply without an id in `initialMessages`", () => {
    const reply = { role: "assistant", parts } as unknown as Message;
    const create = () =>
      createThread({
        threadId: "t1",
        agent: { async *run() {} },
        initialMessages: [question, reply],
      });
    expect(create).toThrow("Message 1 is no AG-UI message");
  });

  test.each<[string, object, object[]]>([
    [
      "a dynamic tool",
      { type: "dynamic-tool", toolName: "look_up", toolCallId: "c1", input: {}, output: "x" },
      [
        { id: "m1", toolCalls: [call("c1", "look_up", "{}")] },
        { role: "tool", content: "x" },
      ],
    ],
    [
      "a call of version 4",
      {
        type: "tool-invocation",
        toolInvocation: { toolName: "f", toolCallId: "c1", args: { a: 1 }, result: [1] },
      },
      [{ toolCalls: [call("c1", "f", '{"a":1}')] }, { role: "tool", content: "[1]" }],
    ],
    [
      "a failed call",
      { type: "tool-f", toolCallId: "c1", state: "output-error", input: {}, errorText: "No." },
      [{ toolCalls: [call("c1", "f", "{}")] }, { role: "tool", content: "No.", error: "No." }],
    ],
    [
      "a denied call",
      {
        type: "tool-f",
        toolCallId: "c1",
        state: "output-denied",
        input: {},
        approval: { id: "p", approved: false, reason: "Too late." },
      },
      [{}, { role: "tool", error: "Too late." }],
    ],
    [
      "a call without an output",
      { type: "tool-f", toolCallId: "c1", state: "input-available", input: { a: 1 } },
      [{ toolCalls: [call("c1", "f", '{"a":1}')] }],
    ],
    [
      "a preliminary output",
      { type: "tool-f", toolCallId: "c1", input: {}, output: "10 %", preliminary: true },
      [{ toolCalls: [call("c1", "f", "{}")] }],
    ],
  ])("has %s", async (_, part, messages) => {
    const { snapshot } = await playReply({ parts: [part] });
    expect(snapshot.messages.slice(1)).toMatchObject(messages);
    expect(snapshot.messages).toHaveLength(messages.length + 1);
  });

  test("repeats nothing that has been streamed", async () => {
    const { snapshot } = await playReply(
      { parts },
      {
        before: [
          { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
          { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "Look it up." },
          { type: "REASONING_MESSAGE_END", messageId: "r" },
          { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
          { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me see." },
          { type: "TEXT_MESSAGE_END", messageId: "m1" },
          {
            type: "TOOL_CALL_START",
            toolCallId: "c1",
            toolCallName: "weather",
            parentMessageId: "m1",
          },
          { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Rome"}' },
          { type: "TOOL_CALL_END", toolCallId: "c1" },
          { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c1", content: "20" },
          { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
          { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "It is 20°." },
          { type: "TEXT_MESSAGE_END", messageId: "m2" },
        ],
      },
    );
    expect(snapshot.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Hi"],
      ["reasoning", "Look it up."],
      ["assistant", "Let me see."],
      ["tool", '{"degrees":20}'],
      ["assistant", "It is 20°."],
    ]);
  });

  test("is refused by a strict thread", async () => {
    const { result } = await playReply({ parts }, { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });
});

describe("messages of another system", () => {
  const answer = { id: "m2", role: "assistant", content: "It is 20°." };
  const expected = [
    { role: "user", content: "How warm is it?" },
    {
      role: "assistant",
      content: "Let me see.",
      toolCalls: [call("c1", "weather", '{"city":"Rome"}')],
    },
    { role: "tool", toolCallId: "c1", content: "20" },
    { role: "assistant", content: "It is 20°." },
  ];
  const text = { type: "text", text: "Let me see." };
  const blocks = [text, { type: "tool_use", id: "c1", name: "weather", input: { city: "Rome" } }];
  const langChainCall = { id: "c1", name: "weather", args: { city: "Rome" }, type: "tool_call" };

  test.each<[string, readonly object[]]>([
    [
      "Anthropic",
      [
        { id: "m1", role: "assistant", content: blocks },
        {
          id: "r1",
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c1", content: "20" }],
        },
        answer,
      ],
    ],
    [
      "the AI SDK as a model receives them",
      [
        {
          id: "m1",
          role: "assistant",
          content: [
            text,
            { type: "tool-call", toolCallId: "c1", toolName: "weather", input: { city: "Rome" } },
          ],
        },
        {
          id: "r1",
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "c1", output: { type: "text", value: "20" } },
          ],
        },
        answer,
      ],
    ],
    [
      "LangChain as it stores them",
      [
        {
          type: "ai",
          data: { id: "m1", content: "Let me see.", tool_calls: [langChainCall] },
        },
        { type: "tool", data: { id: "r1", content: "20", tool_call_id: "c1" } },
        { type: "ai", data: { id: "m2", content: "It is 20°." } },
      ],
    ],
    [
      "LangChain with blocks of Anthropic",
      [
        { id: "m1", role: "assistant", content: blocks, tool_calls: [langChainCall] },
        { id: "r1", role: "tool", content: "20", tool_call_id: "c1" },
        { ...answer, content: undefined, text: answer.content },
      ],
    ],
  ])("become calls, results and texts: %s", async (_, messages) => {
    const asked = { ...question, content: "How warm is it?" };
    const { result, snapshot } = await playStream([
      { type: "MESSAGES_SNAPSHOT", messages: [asked, ...messages] } as unknown as EventInput,
    ]);
    expect(result.outcome).toBe("success");
    expect(snapshot.messages).toMatchObject(expected);
    expect(snapshot.messages).toHaveLength(4);
    expect(snapshot.toolCalls.c1?.status).toBe("complete");
  });

  test("keep what a user message says beside a failed result", async () => {
    const content = [
      { type: "tool_result", tool_use_id: "c1", content: "No network", is_error: true },
      { type: "text", text: "And in Oslo?" },
    ];
    const { snapshot } = await playStream([
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          question,
          { id: "m1", role: "assistant", content: blocks },
          { id: "u2", role: "user", content },
        ],
      } as unknown as EventInput,
    ]);
    expect(snapshot.messages.slice(2)).toMatchObject([
      { role: "tool", toolCallId: "c1", content: "No network", metadata: { isError: true } },
      { id: "u2", role: "user", content: [{ type: "text", text: "And in Oslo?" }] },
    ]);
    expect(snapshot.toolCalls.c1?.status).toBe("failed");
  });
});
