import { expect, test } from "vitest";
import { awaken } from "../../../src/dialects.ts";
import { parseMessages } from "../../../src/protocol/parseMessages.ts";
import { fixture, inputOf, reduced, translate } from "../dialectStreams.ts";

function read(answer: unknown) {
  const page = awaken().history?.read(answer);
  if (!page) throw new Error("The page could not be read.");
  // A thread accepts only AG-UI messages.
  expect(parseMessages(page.messages)).toBe(page.messages);
  return page;
}

const record = (id: string, role: string, ...content: readonly object[]) => ({ id, role, content });
const text = (words: string) => ({ type: "text", text: words });
const id = (n: number) => `0199c1d2-00${n}a-7bcd-8ef0-123456789abc`;

test("reads a page whose messages are lists of blocks", () => {
  const page = read(JSON.parse(fixture("recordings/awaken-derived/messages.json")));
  expect(page).toEqual({
    messages: [
      { id: "0199-u", role: "user", content: "weather?" },
      { id: "0199-a", role: "assistant", content: "Let me check." },
      { id: "0199-t", role: "tool", toolCallId: "0199-t", content: '{"temp":70}' },
    ],
  });
});

test("reverses a page in descending order and finds the cursor for older messages", () => {
  const messages = [record(id(3), "assistant", text("Hi")), record(id(2), "user", text("Hello"))];
  expect(read({ messages, total: 3, has_more: true, next_cursor: "c2" })).toEqual({
    messages: [
      { id: id(2), role: "user", content: "Hello" },
      { id: id(3), role: "assistant", content: "Hi" },
    ],
    olderCursor: "c2",
  });
  expect(read({ messages, total: 2, has_more: false, next_cursor: null })).not.toHaveProperty(
    "olderCursor",
  );
});

test("has no cursor on the last page, even when the server sends one", () => {
  const messages = [record(id(2), "assistant", text("Hi")), record(id(1), "user", text("Hello"))];
  const page = read({ messages, total: 2, has_more: false, next_cursor: "c2" });
  expect(page.messages).toHaveLength(2);
  expect(page).not.toHaveProperty("olderCursor");
});

test("ignores newer messages when the server answers from the beginning", () => {
  const messages = [record(id(1), "user", text("Hello")), record(id(2), "assistant", text("Hi"))];
  const page = read({ messages, total: 9, has_more: true, next_cursor: "c2" });
  expect(page.messages.map((message) => message.id)).toEqual([id(1), id(2)]);
  expect(page).not.toHaveProperty("olderCursor");
});

test("reads reasoning, tool calls, results and displayed content", () => {
  const base64 = { type: "base64", media_type: "image/png", data: "aGk=" };
  const messages = [
    record(
      id(1),
      "user",
      text("What is this?"),
      { type: "image", source: base64 },
      { type: "document", source: { type: "url", url: "https://example.com/a" }, title: "a.pdf" },
    ),
    record(id(2), "assistant", { type: "thinking", thinking: "A cat." }, text("I look."), {
      type: "tool_use",
      id: "c1",
      name: "look",
      input: { at: 1 },
    }),
    record(id(3), "tool", { type: "tool_result", tool_use_id: "c1", content: [text("a cat")] }),
  ];
  expect(read({ messages, has_more: false }).messages).toEqual([
    {
      ...{ id: id(1), role: "user" },
      content: [
        text("What is this?"),
        { type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } },
        {
          ...{ type: "document", metadata: { filename: "a.pdf" } },
          source: { type: "url", value: "https://example.com/a" },
        },
      ],
    },
    { id: `${id(2)}_reasoning`, role: "reasoning", content: "A cat." },
    {
      ...{ id: id(2), role: "assistant", content: "I look." },
      toolCalls: [
        { id: "c1", type: "function", function: { name: "look", arguments: '{"at":1}' } },
      ],
    },
    { id: "c1_result", role: "tool", toolCallId: "c1", content: "a cat" },
  ]);
});

test("passes AG-UI messages unchanged", () => {
  const image = { type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } };
  const messages = [
    { id: "u1", role: "user", content: "Hello" },
    { id: "u2", role: "user", content: [text("And this?"), image] },
    { id: "a1", role: "assistant", content: "Hi" },
    { id: "r1", role: "reasoning", content: "Hm." },
    { id: "c1_result", role: "tool", toolCallId: "c1", content: "1" },
  ];
  expect(read({ messages }).messages).toEqual(messages);
});

test("gives a result the same id in a history as in a run, in every spelling", () => {
  const run = [{ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look" }];
  const frames = [...run, { type: "TOOL_CALL_RESULT", messageId: "", toolCallId: "c1" }];
  const { events } = translate(
    awaken(),
    frames.map((data) => ({ data })),
  );
  const [streamed] = events.flatMap((one) =>
    one.type === "TOOL_CALL_RESULT" ? one.messageId : [],
  );
  const result = { type: "tool_result", tool_use_id: "c1", content: "a cat" };
  const spellings = [
    record(id(3), "tool", result),
    { ...record(id(3), "tool", text("a cat")), tool_call_id: "c1" },
    { id: id(3), role: "tool", toolCallId: "c1", content: "a cat" },
    record(id(3), "assistant", result),
  ];
  for (const message of spellings) {
    expect(read({ messages: [message] }).messages).toEqual([
      { id: streamed, role: "tool", toolCallId: "c1", content: "a cat" },
    ]);
  }
});

test.each([null, {}, [], { messages: "none" }, { messages: [null, 7, {}, { role: "ghost" }] }])(
  "reads no messages from %j",
  (answer) => {
    expect(read(answer)).toEqual({ messages: [] });
  },
);

test("a replay that continues an activity keeps its earlier content", () => {
  const delta = (path: string) => ({
    data: {
      ...{ type: "ACTIVITY_DELTA", messageId: "c1", activityType: "tool-stream-output" },
      patch: [{ op: "add", path, value: "x" }],
    },
  });
  const started = { data: { type: "RUN_STARTED", threadId: "t1", runId: "r1" } };
  const halves = [[started, delta("/delta")], [delta("/more")]];
  const events = halves.flatMap((half) => translate(awaken(), half, { input: inputOf() }).events);
  const { snapshot, issues } = reduced(events);
  expect(issues).toEqual([]);
  expect(snapshot.messages).toMatchObject([{ content: { delta: "x", more: "x" } }]);
});
