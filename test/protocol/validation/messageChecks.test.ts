import { describe, expect, test } from "vitest";
import { canonical, summaries } from "../canonical.ts";

/** Reads messages through a MESSAGES_SNAPSHOT. */
const read = async (...messages: readonly unknown[]) => {
  const { events, issues } = await canonical({ type: "MESSAGES_SNAPSHOT", messages });
  const [event] = events;
  return {
    messages: event?.type === "MESSAGES_SNAPSHOT" ? event.messages : undefined,
    issues: summaries(issues),
  };
};

const call = { id: "c1", type: "function", function: { name: "f", arguments: "{" } };
const shared = { subagentRunId: "s1", metadata: { a: null } };
const named = { ...shared, name: "Ada", encryptedValue: "x" };

const roles = [
  { id: "1", role: "developer", content: "d", ...named },
  { id: "2", role: "system", content: "s", ...named },
  { id: "3", role: "user", content: "u", ...named },
  {
    id: "4",
    role: "assistant",
    content: "a",
    toolCalls: [{ ...call, encryptedValue: "x", metadata: { a: 1 } }],
    ...named,
  },
  {
    id: "5",
    role: "tool",
    toolCallId: "c1",
    content: "t",
    error: "no",
    encryptedValue: "x",
    ...shared,
  },
  { id: "6", role: "activity", activityType: "PLAN", content: { a: null }, ...shared },
  { id: "7", role: "reasoning", content: "r", encryptedValue: "x", ...shared },
];

describe("messages of all seven roles", () => {
  test("pass unchanged, with their identity", async () => {
    const { messages, issues } = await read(...roles);
    expect(messages).toEqual(roles);
    for (const [i, message] of roles.entries()) expect(messages?.[i]).toBe(message);
    expect(issues).toEqual([]);
  });

  test.each(roles)("lose unknown fields, which must not be sent back: $role", async (message) => {
    expect(await read({ ...message, tomorrow: 1 })).toEqual({ messages: [message], issues: [] });
  });

  test.each(roles)("lose nulls in optional fields: $role", async (message) => {
    const { subagentRunId: _, ...rest } = message;
    expect(await read({ ...rest, subagentRunId: null })).toEqual({
      messages: [rest],
      issues: ["violation null-field messages[0].subagentRunId"],
    });
  });

  test.each(roles)("get an id from their position: $role", async (message) => {
    const { id: _, ...nameless } = message;
    const other = { id: "u9", role: "user", content: "still here" };
    for (const faulty of [nameless, { ...nameless, id: null }, { ...nameless, id: {} }]) {
      const { messages, issues } = await read(other, faulty);
      expect(messages).toEqual([other, { ...nameless, id: "message-2" }]);
      expect(issues).toHaveLength(1);
      expect(issues[0]).toMatch(/^violation (missing|repaired)-field messages\[1\]\.id$/);
    }
  });

  test("are dropped individually when unreadable", async () => {
    const other = { id: "u9", role: "user", content: "still here" };
    for (const unreadable of [null, 7, "Hi", {}, { id: "x", role: "tool", content: "" }]) {
      expect((await read(unreadable, other)).messages).toEqual([other]);
    }
  });
});

test("an assistant message may omit content or have null", async () => {
  const message = { id: "a1", role: "assistant", toolCalls: [call] };
  expect(await read(message, { ...message, id: "a2", content: null })).toEqual({
    messages: [message, { ...message, id: "a2" }],
    issues: [],
  });
});

test("a message with an unknown role is dropped without a violation", async () => {
  expect(await read({ id: "x", role: "narrator", content: "Once" })).toEqual({
    messages: [],
    issues: ["notice unknown-value messages[0]"],
  });
});

test("an unreadable tool call is dropped and its message is kept", async () => {
  const broken = "c2";
  const { messages, issues } = await read({
    id: "a1",
    role: "assistant",
    toolCalls: [broken, call],
  });
  expect(messages).toEqual([{ id: "a1", role: "assistant", toolCalls: [call] }]);
  expect(issues).toEqual(["violation malformed-field messages[0].toolCalls[0]"]);
});

describe("content parts", () => {
  const source = { type: "url", value: "https://x.test/a" };
  const partsOf = async (...content: readonly unknown[]) => {
    const { messages, issues } = await read({ id: "u1", role: "user", content });
    return { parts: messages?.[0]?.content, issues };
  };

  test.each([
    [{ type: "text", text: "Hi", id: "p1", metadata: "any" }],
    [{ type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } }],
    [{ type: "audio", source: { ...source, mimeType: "audio/wav" } }],
    [{ type: "video", source }],
    [
      {
        type: "document",
        source: { type: "file", value: "file-1", provider: "openai" },
        metadata: {},
      },
    ],
  ])("pass unchanged: %o", async (part) => {
    expect(await partsOf(part)).toEqual({ parts: [part], issues: [] });
  });

  test.each([
    ["a part of an unknown kind", { type: "hologram", source }, "notice unknown-value"],
    [
      "a source of an unknown kind",
      { type: "image", source: { type: "ipfs", value: "x" } },
      "notice unknown-value",
    ],
    [
      "bytes without a type",
      { type: "image", source: { type: "data", value: "aGk=" } },
      "violation malformed-field",
    ],
    ["text without text", { type: "text" }, "violation malformed-field"],
    ["something that is no object", 7, "violation malformed-field"],
  ])("drop %s and keep the rest", async (_, part, issue) => {
    const text = { type: "text", text: "Hi" };
    const { parts, issues } = await partsOf(part, text);
    expect(parts).toEqual([text]);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(issue);
    expect(issues[0]).toMatch(/messages\[0\]\.content\[0\]/);
  });

  test("are read in tool results", async () => {
    const { events } = await canonical({
      type: "TOOL_CALL_RESULT",
      messageId: "x1",
      toolCallId: "c1",
      content: [{ type: "image", source, extra: 1 }, { type: "hologram" }],
    });
    expect(events[0]).toMatchObject({ content: [{ type: "image", source }] });
  });
});

test("keeps all messages of a snapshot whose turn has many calls", async () => {
  const messages = Array.from({ length: 300 }, (_, n) => [
    {
      id: `a${n}`,
      role: "assistant",
      toolCalls: [{ id: `c${n}`, type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { id: `t${n}`, role: "tool", toolCallId: `c${n}`, content: "found" },
  ]).flat();
  const { events, issues } = await canonical({ type: "MESSAGES_SNAPSHOT", messages });
  expect(events).toMatchObject([{ messages }]);
  expect(issues).toEqual([]);
});

describe("the input that RUN_STARTED echoes", () => {
  const input = { threadId: "t1", runId: "r1", messages: [], tools: [], context: [] };
  const echo = async (fields: object) => {
    const { events, issues } = await canonical({
      type: "RUN_STARTED",
      threadId: "t1",
      runId: "r1",
      input: { ...input, ...fields },
    });
    const [event] = events;
    return {
      input: event?.type === "RUN_STARTED" ? event.input : undefined,
      issues: summaries(issues),
    };
  };

  test("has validated messages", async () => {
    const user = { id: "u1", role: "user", content: "Hi" };
    const read = await echo({ messages: [{ ...user, extra: 1 }, { role: "user" }] });
    expect(read.input?.messages).toEqual([user, { id: "r1_input_2", role: "user", content: "" }]);
    expect(read.issues).toEqual([
      "violation missing-field input.messages[1].id",
      "violation missing-field input.messages[1].content",
    ]);
  });

  test("has an id for each call", async () => {
    const call = { type: "function", function: { name: "f", arguments: "{}" } };
    const messages = [{ id: "a1", role: "assistant", toolCalls: [call, { ...call, id: "c2" }] }];
    const read = await echo({ messages });
    expect(read.input?.messages).toEqual([
      {
        id: "a1",
        role: "assistant",
        toolCalls: [
          { ...call, id: "a1_call_1" },
          { ...call, id: "c2" },
        ],
      },
    ]);
    expect(read.issues).toEqual(["violation missing-field input.messages[0].toolCalls[0].id"]);
  });

  test("keeps tools that have a name", async () => {
    const read = await echo({ tools: [{ name: "f", description: "d" }, {}] });
    expect(read.input?.tools).toMatchObject([{ name: "f" }]);
  });

  test("is dropped when unreadable", async () => {
    const read = await echo({ messages: "none" });
    expect(read.input).toBeUndefined();
    expect(read.issues).toEqual(["violation malformed-field input.messages"]);
  });
});
