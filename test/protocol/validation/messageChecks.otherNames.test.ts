import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };

/** Example of a message for each role that has a field with an encrypted value. */
const encryptable: readonly Fields[] = [
  { id: "d1", role: "developer", content: "Be brief." },
  { id: "s1", role: "system", content: "Be brief." },
  { id: "u1", role: "user", content: "Hi" },
  { id: "a1", role: "assistant", content: "Hello", toolCalls: [call] },
  { id: "t1", role: "tool", toolCallId: "c1", content: "4" },
  { id: "r1", role: "reasoning", content: "Six sevens." },
];

/** Returns the messages that are read from a snapshot, and the codes of its issues. */
async function readMessages(...messages: readonly Fields[]) {
  const { events, issues } = await canonical({ type: "MESSAGES_SNAPSHOT", messages });
  const [event] = events;
  return {
    messages: event?.type === "MESSAGES_SNAPSHOT" ? event.messages : [],
    codes: issues.map(({ code }) => code),
  };
}

describe.each(["encryptedContent", "encrypted_content", "encrypted_value"])("`%s`", (name) => {
  test.each(encryptable)("is the encrypted value of a message of the role $role", async (sent) => {
    const { messages, codes } = await readMessages({ ...sent, [name]: "E" });
    expect(messages).toEqual([{ ...sent, encryptedValue: "E" }]);
    expect(codes).toEqual(["renamed-field"]);
  });

  test("is the encrypted value of a call", async () => {
    const sent = { id: "a1", role: "assistant", toolCalls: [{ ...call, [name]: "E" }] };
    const { messages, codes } = await readMessages(sent);
    expect(messages).toEqual([{ ...sent, toolCalls: [{ ...call, encryptedValue: "E" }] }]);
    expect(codes).toEqual(["renamed-field"]);
  });

  test("gives way to the name of the protocol", async () => {
    const sent = { id: "r1", role: "reasoning", content: "", encryptedValue: "own" };
    expect((await readMessages({ ...sent, [name]: "E" })).messages).toEqual([sent]);
  });
});

test.each(encryptable)(
  "the id of a message of the role $role is read as in events",
  async (sent) => {
    const { id, ...rest } = sent;
    for (const name of ["messageId", "message_id"]) {
      const { messages, codes } = await readMessages({ ...rest, [name]: id });
      expect(messages).toEqual([sent]);
      expect(codes).toHaveLength(1);
    }
  },
);

test.each(["result", "output", "response", "text", "data"])(
  "the content of a result is read from `%s`, as in events",
  async (name) => {
    const sent = { id: "t1", role: "tool", toolCallId: "c1" };
    const { messages, codes } = await readMessages({ ...sent, [name]: { n: 4 } });
    expect(messages).toEqual([{ ...sent, content: '{"n":4}' }]);
    expect(codes.length).toBeGreaterThan(0);
  },
);

test.each(["developer", "system", "reasoning", "assistant", "user"])(
  "the content of a message of the role %s is read from `text`",
  async (role) => {
    const { messages, codes } = await readMessages({ id: "m1", role, text: "Hi" });
    expect(messages).toEqual([{ id: "m1", role, content: "Hi" }]);
    expect(codes).toHaveLength(1);
  },
);

test.each<[string, Fields]>([
  ["`toolCallId` and `toolCallName`", { toolCallId: "c1", toolCallName: "f" }],
  ["`tool_call_id` and `tool_call_name`", { tool_call_id: "c1", tool_call_name: "f" }],
  ["`toolName`", { id: "c1", toolName: "f" }],
  ["`tool_name`", { id: "c1", tool_name: "f" }],
  ["`tool`", { id: "c1", tool: "f" }],
])("a call is read with %s, as in events", async (_, fields) => {
  const sent = { id: "a1", role: "assistant" };
  const { messages } = await readMessages({ ...sent, toolCalls: [{ ...fields, args: {} }] });
  expect(messages).toEqual([{ ...sent, toolCalls: [call] }]);
});
