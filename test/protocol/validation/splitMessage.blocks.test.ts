import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { type Fields, playStream, question } from "../lenientStreams.ts";

/** Returns the messages after the question, as a snapshot and `initialMessages` are read. */
async function readMessages(messages: readonly Fields[], before: readonly Fields[] = []) {
  const { snapshot } = await playStream([
    ...before,
    { type: "MESSAGES_SNAPSHOT", messages: [question, ...messages] } as unknown as EventInput,
  ]);
  const thread = createThread({
    agent: { async *run() {} },
    // The messages are those of another system.
    initialMessages: [question, ...(messages as unknown as Message[])],
  });
  const read = snapshot.messages.slice(1);
  expect(thread.getSnapshot().messages.slice(1)).toMatchObject(read);
  return read;
}

const reply = (content: readonly unknown[], fields: Fields = {}): Fields => ({
  id: "m1",
  role: "assistant",
  content,
  ...fields,
});
const use = { type: "tool_use", id: "c1", name: "f", input: { a: 1 } };
const thinking = { type: "thinking", thinking: "Hm.", signature: "s" };
const text = { type: "text", text: "Hi." };
const call = { id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } };

describe("the blocks beside a call", () => {
  test.each<[string, readonly unknown[], string]>([
    ["a text without an object", ["Hi."], "Hi."],
    ["a text without a type", [{ text: "Hi." }], "Hi."],
    ["`output_text`", [text, { type: "output_text", text: " Yes." }], "Hi. Yes."],
    ["a refusal", [{ type: "refusal", refusal: "No." }], "No."],
    ["a text as `content`", [{ type: "text", content: "Hi." }], "Hi."],
    ["a text that is a number", [{ type: "text", text: 5 }], "5"],
    ["a text that is null", [{ type: "text", text: null }, text], "Hi."],
  ])("are read: %s", async (_, blocks, content) => {
    const expected = [{ id: "m1", role: "assistant", content, toolCalls: [call] }];
    expect(await readMessages([reply([...blocks, use])])).toEqual(expected);
    expect(await readMessages([reply([...blocks, use], { toolCalls: [] })])).toEqual(expected);
    expect(await readMessages([reply([...blocks, use], { role: "ai" })])).toEqual(expected);
  });
});

describe("reasoning among the blocks of a reply", () => {
  test.each<[string, Fields, string]>([
    ["of Anthropic", thinking, "Hm."],
    ["of the AI SDK", { type: "reasoning", text: "Hm." }, "Hm."],
    ["of LangChain", { type: "reasoning", reasoning: "Hm." }, "Hm."],
    ["of TanStack", { type: "thinking", content: "Hm." }, "Hm."],
    [
      "of Bedrock",
      { type: "reasoning_content", reasoning_content: { text: "Hm.", signature: "s" } },
      "Hm.",
    ],
    [
      "of OpenAI",
      {
        type: "reasoning",
        summary: [
          { type: "summary_text", text: "Hm." },
          { type: "summary_text", text: "Well." },
        ],
      },
      "Hm.\n\nWell.",
    ],
  ])("becomes a message: %s", async (_, block, content) => {
    const reasoning = { id: "m1_reasoning_1", role: "reasoning", content };
    const answer = { id: "m1", role: "assistant", content: "Hi." };
    const withCall = { ...answer, toolCalls: [call] };
    expect(await readMessages([reply([block])])).toEqual([reasoning]);
    expect(await readMessages([reply([block, text])])).toEqual([reasoning, answer]);
    expect(await readMessages([reply([block, text, use])])).toEqual([reasoning, withCall]);
    const stated = [{ id: "c1", name: "f", args: { a: 1 } }];
    expect(await readMessages([reply([block, text, use], { tool_calls: stated })])).toEqual([
      reasoning,
      withCall,
    ]);
    expect(await readMessages([{ id: "r1", role: "reasoning", content: [block] }])).toEqual([
      { id: "r1", role: "reasoning", content },
    ]);
  });

  test("repeats no reasoning that was streamed", async () => {
    const read = await readMessages(
      [reply([thinking, text])],
      [
        { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
        { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm." },
        { type: "REASONING_MESSAGE_END", messageId: "r1" },
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi." },
      ],
    );
    expect(read.map(({ content }) => content)).toEqual(["Hm.", "Hi."]);
  });

  test("repeats no reasoning that the server states as a message", async () => {
    const reasoning = { id: "r1", role: "reasoning", content: "Hm." };
    expect(await readMessages([reasoning, reply([thinking, text])])).toEqual([
      reasoning,
      { id: "m1", role: "assistant", content: "Hi." },
    ]);
  });
});

describe("calls among the blocks of a reply", () => {
  test.each<[string, Fields]>([
    ["LangChain", { type: "tool_call", id: "c1", name: "f", args: { a: 1 } }],
    ["OpenAI", { type: "function_call", call_id: "c1", name: "f", arguments: '{"a":1}' }],
  ])("are calls: %s", async (_, block) => {
    expect(await readMessages([reply([text, block])])).toEqual([
      { id: "m1", role: "assistant", content: "Hi.", toolCalls: [call] },
    ]);
  });

  test("are not the approvals of the AI SDK", async () => {
    const approval = { type: "tool-approval-request", approvalId: "p1", toolCallId: "c1" };
    const messages = [
      reply([text, approval, use]),
      {
        id: "t1",
        role: "tool",
        content: [{ type: "tool-approval-response", approvalId: "p1", approved: true }],
      },
    ];
    expect(await readMessages(messages)).toEqual([
      { id: "m1", role: "assistant", content: "Hi.", toolCalls: [call] },
    ]);
  });
});
