import { describe, expect, test } from "vitest";
import type { ContentPart, Message, ToolCall } from "../../../../src/core.ts";
import { canonical } from "../../../protocol/canonical.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  textMessage,
  user,
} from "../../events.ts";
import { issuesOf, reduce, thread } from "../../reduce.ts";
import { withCalls } from "../statedMessages.ts";

const image: ContentPart = {
  type: "image",
  source: { type: "data", value: "iVBORw0KGgo=", mimeType: "image/png" },
};
const text = (words: string): ContentPart => ({ type: "text", text: words });
const sent = (...content: ContentPart[]): Message => ({ id: "u1", role: "user", content });

test.each<[string, unknown]>([
  ["null", null],
  ["blocks of another system", [{ type: "tool_result", tool_use_id: "x" }]],
])(
  "a question is kept when a snapshot states it in a form without readable content: %s",
  async (_, content) => {
    const stated = messages([{ id: "u1", role: "user", content: "Hi" }]);
    const { events } = await canonical({
      ...stated,
      messages: [{ id: "u1", role: "user", content }, assistant("a1", "Hello.")],
    });
    const snapshot = reduce(thread({ messages: [user("u1", "Hi")] }), started(), ...events);
    expect(snapshot.messages).toMatchObject([{ content: "Hi" }, { content: "Hello." }]);
  },
);

test("a message is kept when a snapshot states it unreadably with a number as id, and others go", async () => {
  const { events } = await canonical({
    ...messages([]),
    messages: [{ id: 5, role: "narrator", content: "Hi" }, assistant("a1", "Hello.")],
  });
  const before = thread({ messages: [user("5", "Hi"), user("6", "Gone")] });
  expect(reduce(before, started(), ...events).messages).toMatchObject([{ id: "5" }, { id: "a1" }]);
});

test.each<[string, object]>([
  ["without calls", {}],
  ["with a call", { toolCalls: [{ id: "c1", function: { name: "search", arguments: "{}" } }] }],
])("a streamed text stays when a snapshot states it as null: %s", async (_, fields) => {
  const { events } = await canonical({
    ...messages([]),
    messages: [user("u1"), { id: "a1", role: "assistant", content: null, ...fields }],
  });
  const before = reduce(thread({ messages: [user("u1")] }), started(), ...textMessage("a1", "Hm"));
  const { messages: after } = reduce(before, ...events);
  expect(after).toMatchObject([{ id: "u1" }, { id: "a1", content: "Hm" }]);
});

test("reasoning stays when a snapshot states it without its text", async () => {
  const { events } = await canonical({
    ...messages([]),
    messages: [user("u1"), { id: "r1", role: "reasoning", content: null }],
  });
  const streamed = [reasoning.start("r1"), reasoning.content("r1", "Hm"), reasoning.end("r1")];
  const before = reduce(thread({ messages: [user("u1")] }), started(), ...streamed);
  const { messages: after } = reduce(before, ...events);
  expect(after).toMatchObject([{ id: "u1" }, { id: "r1", content: "Hm" }]);
});

test.each<[string, Message[]]>([
  ["before them", [assistant("s1", "Hm"), withCalls("a1", "c1")]],
  ["after them", [withCalls("a1", "c1"), assistant("s1", "Hm")]],
  ["and all of it under other ids", [assistant("s1", "Hm"), withCalls("s2", "c1")]],
])("a text is not doubled when a snapshot states it apart from its calls, %s", (_, stated) => {
  const snapshot = reduce(
    thread({ messages: [user("u1")] }),
    started(),
    ...textMessage("a1", "Hm"),
    ...calls("c1", "search", "{}", { parentMessageId: "a1" }),
    messages([user("u1"), ...stated]),
  );
  expect(snapshot.messages).toEqual([user("u1"), ...stated]);
});

describe("a snapshot that states the text of a message without its media", () => {
  test.each<[string, Message, Message]>([
    ["a text", sent(text("Look"), image), { id: "u1", role: "user", content: "Look" }],
    ["several texts", sent(text("Look"), image, text("here")), sent(text("Look here"))],
    ["an image alone", sent(image), { id: "u1", role: "user", content: "" }],
    ["another id", sent(text("Look"), image), { id: "server-1", role: "user", content: "Look" }],
  ])("keeps the attachments of the user: %s", (_, message, stated) => {
    const snapshot = reduce(
      thread({ messages: [message] }),
      started(),
      messages([stated, assistant("a1", "A cat.")]),
    );
    expect(snapshot.messages).toMatchObject([
      { id: stated.id, content: message.content },
      { id: "a1" },
    ]);
  });

  test.each(["u1", "server-1"])("keeps the attachments of a question in other words: %s", (id) => {
    const stated = { ...user(id, "Context: none. Look") };
    const snapshots = [messages([stated]), messages([stated])];
    const snapshot = reduce(
      thread({ messages: [sent(text("Look"), image, text("here"))] }),
      started(),
      ...snapshots,
    );
    expect(snapshot.messages).toEqual([
      { id, role: "user", content: [text("Context: none. Look"), image] },
    ]);
  });

  test("keeps the media of a result", () => {
    const result: Message = {
      id: "t1",
      role: "tool",
      toolCallId: "c1",
      content: [text("1"), image],
    };
    const history = [sent(text("Draw")), withCalls("m1", "c1")];
    const stated: Message = { ...result, content: "1" };
    const snapshot = reduce(
      thread({ messages: [...history, result] }),
      started(),
      messages([...history, stated]),
    );
    expect(snapshot.messages.at(-1)).toEqual(result);
  });

  test.each<[string, Message]>([
    ["another text in parts", sent(text("Never mind"))],
    ["other media", sent(text("Look"), { ...image, type: "document" } as ContentPart)],
  ])("takes over %s", (_, stated) => {
    const snapshot = reduce(
      thread({ messages: [sent(text("Look"), image)] }),
      started(),
      messages([stated]),
    );
    expect(snapshot.messages).toEqual([stated]);
  });
});

test("attachments stay when two questions in a row come under new ids", () => {
  const other: ContentPart = { ...image, source: { type: "url", value: "https://x.test/a.png" } };
  const before: Message[] = [
    sent(text("Look"), image),
    { ...sent(text("Look"), text("again"), other), id: "u2" },
  ];
  const snapshot = reduce(
    thread({ messages: before }),
    started(),
    messages([user("s1", "Look"), user("s2", "Look again"), assistant("a2", "A dog.")]),
  );
  expect(snapshot.messages).toMatchObject([
    { id: "s1", content: before[0]?.content },
    { id: "s2", content: before[1]?.content },
    { id: "a2" },
  ]);
});

const search = (id: string, fields: object = {}): ToolCall => ({
  id,
  type: "function",
  function: { name: "search", arguments: "{}" },
  ...fields,
});

describe("a snapshot that leaves fields of a message unstated", () => {
  const question = user("u1", "Go");
  test.each<[string, Message, Message]>([
    [
      "the encrypted value of a message",
      { ...assistant("a1", "Hm"), encryptedValue: "secret" },
      assistant("a1", "Hm"),
    ],
    [
      "the encrypted value of a message with another text",
      { ...assistant("a1", "Hm"), encryptedValue: "secret" },
      assistant("a1", "Hm, well"),
    ],
    [
      "the encrypted value of reasoning",
      { id: "r1", role: "reasoning", content: "Hm", encryptedValue: "secret" },
      { id: "r1", role: "reasoning", content: "Hm" },
    ],
    [
      "the encrypted value of a call",
      { id: "a1", role: "assistant", toolCalls: [search("c1", { encryptedValue: "secret" })] },
      { id: "a1", role: "assistant", toolCalls: [search("c1")] },
    ],
    ["the name of the author", { ...assistant("a1", "Hm"), name: "Ada" }, assistant("a1", "Hm")],
  ])("keeps %s", (_, before, stated) => {
    const state = thread({ messages: [question, before] });
    const snapshot = reduce(state, started(), messages([question, stated]));
    const { content } = stated;
    expect(snapshot.messages[1]).toEqual({ ...before, ...(content && { content }) });
  });

  test("keeps encrypted values of a message and a call that come under other ids", () => {
    const before = reduce(
      thread({ messages: [question] }),
      started(),
      ...[
        call.start("c1", "search", { parentMessageId: "m1" }),
        call.args("c1", "{}"),
        call.end("c1"),
      ],
      reasoning.encrypted("tool-call", "c1", "of the call"),
      reasoning.encrypted("message", "m1", "of the message"),
      finished(),
    );
    const stated: Message = { id: "s1", role: "assistant", toolCalls: [search("c1")] };
    const { messages: list } = reduce(before, started("r2"), messages([question, stated]));
    const toolCalls = [search("c1", { encryptedValue: "of the call" })];
    expect(list[1]).toEqual({ ...stated, encryptedValue: "of the message", toolCalls });
  });

  test("has the values that the snapshot states", () => {
    const fields = { name: "Ada", encryptedValue: "old" };
    const before: Message = { ...user("u1", "Hm"), ...fields };
    const stated: Message = { ...before, name: "Eve", encryptedValue: "new" };
    const snapshot = reduce(thread({ messages: [before] }), started(), messages([stated]));
    expect(snapshot.messages).toEqual([stated]);
  });

  test.each([
    ["error", { error: "No network" }],
    ["flag of an error", { metadata: { isError: true } }],
  ])("keeps the %s of a result, which is sent back, unless the result is another", (_, fields) => {
    const failed: Message = {
      ...{ id: "t1", role: "tool", toolCallId: "c1" },
      ...{ content: "No network", ...fields },
    };
    const history: Message[] = [
      question,
      { id: "a1", role: "assistant", toolCalls: [search("c1")] },
    ];
    const state = thread({ messages: [...history, failed] });
    const bare: Message = { id: "t1", role: "tool", toolCallId: "c1", content: "No network" };
    const same = reduce(state, started(), messages([...history, bare]));
    expect(same.messages[2]).toEqual(failed);
    expect(same.toolCalls.c1).toMatchObject({ status: "failed", error: "No network" });
    const found: Message = { ...bare, content: "Found" };
    const other = reduce(state, started(), messages([...history, found]));
    expect(other.messages[2]).toEqual(found);
    expect(other.toolCalls.c1).toMatchObject({ status: "complete" });
    expect(issuesOf(other)).toEqual([]);
  });

  test("changes no reference when it arrives again", () => {
    const before: Message = { ...assistant("a1", "Hm"), encryptedValue: "x" };
    const state = thread({ messages: [question, before] });
    const snapshot = reduce(state, started(), messages([question, assistant("a1", "Hm")]));
    expect(snapshot.messages).toBe(state.messages);
  });
});
