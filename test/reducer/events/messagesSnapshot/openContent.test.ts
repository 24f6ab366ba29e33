import { describe, expect, test } from "vitest";
import {
  canonicalEvents,
  type EventInput,
  type Message,
  type Snapshot,
} from "../../../../src/core.ts";
import {
  assistant,
  call,
  calls,
  finished,
  messages,
  reasoning,
  started,
  text,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

const contentsOf = ({ messages: list }: Snapshot) => list.map(({ content }) => content);

/** Streams a text in parts, with a snapshot of another text after the first part. */
const interrupted = (first: string, stated: string, ...later: readonly string[]) =>
  reduce(
    thread(),
    started(),
    text.start("m"),
    ...(first === "" ? [] : [text.content("m", first)]),
    messages([assistant("m", stated)]),
    ...later.map((delta) => text.content("m", delta)),
    text.end("m"),
    finished(),
  );

describe("a text that a snapshot states before the stream has sent all of it", () => {
  test.each<[string, string, string, string[], string]>([
    ["is not doubled by the rest of the stream", "He", "Hello", ["llo"], "Hello"],
    [
      "is not doubled by small parts",
      "He",
      "Hello, world",
      ["l", "lo, ", "wor", "ld"],
      "Hello, world",
    ],
    ["continues after the stated end", "He", "Hello", ["l", "lo, world"], "Hello, world"],
    ["is not doubled by a stream that has sent nothing yet", "", "Hello", ["Hel", "lo"], "Hello"],
    ["stays whole when the stream ends early", "He", "Hello", ["l"], "Hello"],
    ["gets text that differs", "Hel", "Hello", ["!"], "Hello!"],
    ["gets all of the text that turns out to differ", "He", "Hello", ["l", "l", "!"], "Helloll!"],
    ["gets text that continues another beginning", "Hi", "Hello", ["llo"], "Hellollo"],
  ])("text that is stated ahead %s", (_, first, stated, later, expected) => {
    expect(contentsOf(interrupted(first, stated, ...later))).toEqual([expected]);
    // Deltas may be merged before they are reduced.
    expect(contentsOf(interrupted(first, stated, later.join("")))).toEqual([expected]);
  });

  test("keeps its identity while the stream repeats it", () => {
    const before = reduce(
      thread(),
      started(),
      text.start("m"),
      text.content("m", "He"),
      messages([assistant("m", "Hello")]),
    );
    const after = reduce(before, text.content("m", "ll"));
    expect(after.messages).toBe(before.messages);
  });

  test("follows several snapshots", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start("m"),
      text.content("m", "a"),
      messages([assistant("m", "abc")]),
      text.content("m", "b"),
      messages([assistant("m", "abc")]),
      messages([assistant("m", "abcdef")]),
      text.content("m", "cde"),
      messages([assistant("m", "ab")]),
      text.content("m", "fg"),
    );
    expect(contentsOf(snapshot)).toEqual(["abcdefg"]);
  });

  test("is not doubled when the snapshot has shown it before its start", () => {
    const snapshot = reduce(
      thread({ messages: [user("u")] }),
      started(),
      messages([user("u"), assistant("m", "Hello")]),
      text.start("m"),
      text.content("m", "Hel"),
      text.content("m", "lo!"),
    );
    expect(contentsOf(snapshot)).toEqual(["Hello", "Hello!"]);
  });

  test("is not doubled under another id", () => {
    const snapshot = reduce(
      thread(),
      started(),
      text.start("m"),
      text.content("m", "He"),
      messages([assistant("server", "Hello")]),
      text.content("m", "llo"),
    );
    expect(snapshot.messages).toEqual([assistant("server", "Hello")]);
  });

  test("is not doubled in reasoning", () => {
    const snapshot = reduce(
      thread(),
      started(),
      reasoning.start("r"),
      reasoning.content("r", "H"),
      messages([{ id: "r", role: "reasoning", content: "Hm." }]),
      reasoning.content("r", "m."),
    );
    expect(contentsOf(snapshot)).toEqual(["Hm."]);
  });

  test("is not doubled in a stream of chunks", async () => {
    const chunk = (delta: string): EventInput => ({
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "m",
      delta,
    });
    const events = [
      started(),
      chunk("He"),
      messages([assistant("m", "Hello")]),
      chunk("l"),
      { type: "STATE_SNAPSHOT", snapshot: {} } as const,
      messages([assistant("m", "Hello, world")]),
      chunk("lo, "),
      chunk("world!"),
      finished(),
    ];
    async function* source() {
      yield* events;
    }
    let snapshot = thread();
    for await (const batch of canonicalEvents(source())) snapshot = reduce(snapshot, ...batch);
    expect(contentsOf(snapshot)).toEqual(["Hello, world!"]);
  });
});

const withArguments = (text: string): Message => ({
  id: "m",
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "book", arguments: text } }],
});

/** Streams the arguments of a call in parts, with a snapshot of others after the first part. */
const called = (first: string, stated: string, ...later: readonly EventInput[]) =>
  reduce(
    thread(),
    started(),
    call.start("c", "book", { parentMessageId: "m" }),
    ...(first === "" ? [] : [call.args("c", first)]),
    messages([withArguments(stated)]),
    ...later,
    call.end("c"),
    finished(),
  );

const argumentsOf = ({ messages: list }: Snapshot) =>
  list.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map((made) => made.function.arguments)
      : [],
  );

describe("arguments that a snapshot states before the stream has sent all of them", () => {
  test.each<[string, string, string, string[], string]>([
    ["are not doubled", '{"a"', '{"a":1}', [":1}"], '{"a":1}'],
    ["are not doubled by small parts", '{"a"', '{"a":1}', [":", "1", "}"], '{"a":1}'],
    ["are not doubled when nothing was sent", "", '{"a":1}', ['{"a"', ":1}"], '{"a":1}'],
    ["are continued", '{"a"', '{"a":1', [":", '1,"b":2}'], '{"a":1,"b":2}'],
    ["are continued from their stated end", '{"a"', '{"a":1', [',"b"', ":2}"], '{"a":1,"b":2}'],
    ["stay when the stream ends early", '{"a"', '{"a":1}', [":"], '{"a":1}'],
    ["give way to complete arguments of the stream", '{"a"', '{"a":1}', [":", "2}"], '{"a":2}'],
    ["give way although they were closed early", '{"a":"x', '{"a":"x"}', ['yz"}'], '{"a":"xyz"}'],
    ["may have another form", '{"a": ', '{"a":1}', ["1}"], '{"a": 1}'],
    ["are complete in another form", '{"a": ', '{"a":1}', [], '{"a":1}'],
  ])("arguments that are stated ahead %s", (_, first, stated, later, expected) => {
    const parts = later.map((delta) => call.args("c", delta));
    expect(argumentsOf(called(first, stated, ...parts))).toEqual([expected]);
    const merged = later.length === 0 ? [] : [call.args("c", later.join(""))];
    expect(argumentsOf(called(first, stated, ...merged))).toEqual([expected]);
  });

  test("give way to those of a call that starts again", () => {
    const again = [
      call.end("c"),
      call.start("c", "book", { parentMessageId: "m" }),
      call.args("c", '{"a":'),
      call.args("c", "2}"),
    ];
    expect(argumentsOf(called('{"a"', '{"a":1}', ...again))).toEqual(['{"a":2}']);
  });
});

describe("arguments of a call that has ended", () => {
  const ended = (stated: string, args = '{"a":1}') =>
    argumentsOf(
      reduce(
        thread(),
        started(),
        call.start("c", "book", { parentMessageId: "m" }),
        call.args("c", args),
        call.end("c"),
        messages([withArguments(stated)]),
        finished(),
      ),
    );

  test.each(["", "{", '{"a":', '{"a":1'])("stay when a snapshot has only %j", (stated) => {
    expect(ended(stated)).toEqual(['{"a":1}']);
  });

  test.each(["{}", '{"a":2}', '{"b"'])("are replaced by %j", (stated) => {
    expect(ended(stated)).toEqual([stated]);
  });

  test("stay in later runs", () => {
    const snapshot = reduce(
      thread({ messages: [withArguments('{"a":1}')] }),
      started(),
      messages([withArguments("")]),
    );
    expect(argumentsOf(snapshot)).toEqual(['{"a":1}']);
  });
});

describe("parallel calls of which one streams while a snapshot lacks it", () => {
  const argumentsOfCall = (id: string) => `{"id":"${id}"}`;
  const calling = (...ids: readonly string[]): Message => ({
    id: "m",
    role: "assistant",
    toolCalls: ids.map((id) => ({
      id,
      type: "function",
      function: { name: "search", arguments: argumentsOfCall(id) },
    })),
  });
  const parent = { parentMessageId: "m" };
  const made = (id: string) => calls(id, "search", argumentsOfCall(id), parent);
  const open = (id: string) => made(id).slice(0, -1);

  test.each<[string, EventInput[], string[], string[]]>([
    [
      "stay in the order in which they started",
      [...open("c1"), ...made("c2")],
      ["c2"],
      ["c1", "c2"],
    ],
    ["stand before those that only the snapshot has", open("c1"), ["c2"], ["c1", "c2"]],
    [
      "stand after earlier ones that an older snapshot has removed",
      [...made("c1"), messages([]), ...open("c2")],
      ["c1"],
      ["c1", "c2"],
    ],
    [
      "stand between those that the snapshot has",
      [...made("c1"), ...open("c2"), ...made("c3")],
      ["c1", "c3", "c4"],
      ["c1", "c2", "c3", "c4"],
    ],
  ])("parallel calls %s", (_, events, stated, expected) => {
    const { messages: list } = reduce(
      thread(),
      started(),
      ...events,
      messages([calling(...stated)]),
    );
    expect(list).toEqual([calling(...expected)]);
  });
});
