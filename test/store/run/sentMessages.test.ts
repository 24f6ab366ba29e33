import { describe, expect, test } from "vitest";
import { createThread, type Message } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

/** Returns what an agent receives of a conversation before its last question. */
async function sent(...before: readonly Message[]): Promise<readonly Message[]> {
  const agent = scriptedAgent(textRun("Yes."));
  const thread = createThread({ agent, initialMessages: before });
  await thread.send("Go on");
  expect(thread.getSnapshot().messages.slice(0, before.length)).toEqual(before);
  return agent.inputs[0]?.messages.slice(0, -1) ?? [];
}

const question: Message = { id: "u1", role: "user", content: "Hi" };

describe("an answer without text and calls", () => {
  test.each<[string, object]>([
    ["an empty text", { content: "" }],
    ["blank text", { content: " \n" }],
    ["no content", {}],
    ["an empty list of calls", { content: "", toolCalls: [] }],
  ])("is shown and not sent: %s", async (_, fields) => {
    const empty: Message = { id: "a1", role: "assistant", ...fields };
    expect(await sent(question, empty)).toEqual([question]);
  });

  test("is sent with its encrypted value", async () => {
    const empty: Message = { id: "a1", role: "assistant", content: "", encryptedValue: "x" };
    expect(await sent(question, empty)).toEqual([question, empty]);
  });
});

test("a question without content is not sent", async () => {
  expect(await sent({ id: "u0", role: "user", content: "" }, question)).toEqual([question]);
});

describe("half of a character, where a text was cut", () => {
  const emoji = "\u{1f600}";
  const half = emoji.charAt(0);
  test("is sent as U+FFFD, and whole characters are sent unchanged", async () => {
    const call = { name: "look", arguments: `{"q":"${half}"}` };
    const messages = await sent(
      { ...question, content: `Hi ${emoji}` },
      {
        id: "a1",
        role: "assistant",
        content: `Hi ${half}`,
        toolCalls: [{ id: "c1", type: "function", function: call }],
      },
      { id: "t1", role: "tool", toolCallId: "c1", content: [{ type: "text", text: half }] },
    );
    expect(messages).toMatchObject([
      { content: `Hi ${emoji}` },
      {
        content: "Hi \ufffd",
        toolCalls: [{ function: { ...call, arguments: '{"q":"\ufffd"}' } }],
      },
      { content: [{ text: "\ufffd" }] },
    ]);
  });
});

test("an empty list of calls is not sent, and its message is", async () => {
  const answer: Message = { id: "a1", role: "assistant", content: "Hello" };
  expect(await sent(question, { ...answer, toolCalls: [] })).toEqual([question, answer]);
});

describe("arguments that are no JSON object", () => {
  test.each([
    ["[1]", '{"value":[1]}'],
    ["[1,{", '{"value":[1,{}]}'],
    ['"x"', '{"value":"x"}'],
    ["3", '{"value":3}'],
    ["false", '{"value":false}'],
    ["null", "{}"],
    ["", "{}"],
    ['"{\\"a\\":1}"', '{"a":1}'],
    ['{"a":1,"a":2}', '{"a":1,"a":2}'],
  ])("are sent as an object: %s", async (text, expected) => {
    const toolCalls = [
      { id: "c1", type: "function" as const, function: { name: "look", arguments: text } },
    ];
    const messages = await sent(
      question,
      { id: "a1", role: "assistant", toolCalls },
      { id: "t1", role: "tool", toolCallId: "c1", content: "seen" },
    );
    expect(messages[1]).toMatchObject({ toolCalls: [{ function: { arguments: expected } }] });
  });
});
