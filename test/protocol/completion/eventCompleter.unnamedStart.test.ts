import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { call, finished, reasoning, started, text } from "../../reducer/events.ts";

/** Returns the event without its ids, as a faulty server sends it. */
function unnamed(event: EventInput): EventInput {
  const { messageId: _, toolCallId: __, ...rest } = { messageId: "", toolCallId: "", ...event };
  // The result is not an event of the protocol, on purpose.
  return rest as EventInput;
}

async function play(...events: readonly EventInput[]) {
  const thread = createThread({
    agent: {
      async *run() {
        yield started();
        yield* events;
        yield finished();
      },
    },
  });
  await thread.run();
  return thread.getSnapshot().messages;
}

describe("a message whose start or whose later events have no id", () => {
  test.each<[string, EventInput[]]>([
    ["the start", [unnamed(text.start("m")), text.content("m", "Hi"), text.end("m")]],
    [
      "the start and the content",
      [unnamed(text.start("m")), unnamed(text.content("m", "Hi")), unnamed(text.end("m"))],
    ],
    ["the content and the end", [text.start("m"), unnamed(text.content("m", "Hi")), text.end("m")]],
    ["the end", [text.start("m"), text.content("m", "Hi"), unnamed(text.end("m"))]],
  ])("is one text without an id in %s", async (_, events) => {
    const messages = await play(...events);
    expect(messages.map(({ content }) => content)).toEqual(["Hi"]);
    if (events.some((event) => "messageId" in event)) expect(messages[0]?.id).toBe("m");
  });

  test("is one reasoning message", async () => {
    const messages = await play(
      unnamed(reasoning.start("m")),
      reasoning.content("m", "Hm"),
      reasoning.end("m"),
    );
    expect(messages).toEqual([{ id: "m", role: "reasoning", content: "Hm" }]);
  });

  test("is one call with its result", async () => {
    const [holder, result, ...rest] = await play(
      unnamed(call.start("c", "search")),
      call.args("c", "{}"),
      call.end("c"),
      call.result("c", "found"),
    );
    expect(holder).toMatchObject({ toolCalls: [{ id: "c", function: { name: "search" } }] });
    expect(result).toMatchObject({ toolCallId: "c", content: "found" });
    expect(rest).toEqual([]);
  });

  test("stays apart from an open message with the id of the next event", async () => {
    const messages = await play(
      text.start("m"),
      unnamed(text.start("n")),
      text.content("m", "One"),
      text.end("m"),
    );
    expect(messages.map(({ id, content }) => [id, content])).toEqual([
      ["m", "One"],
      ["r1_1", ""],
    ]);
  });

  test.each<[string, EventInput[]]>([
    ["the end", [unnamed(text.start("m")), unnamed(text.content("m", "Hi")), text.end("m")]],
    [
      "the later content",
      [unnamed(text.start("m")), unnamed(text.content("m", "H")), text.content("m", "i")],
    ],
    ["the end, without a start", [unnamed(text.content("m", "Hi")), text.end("m")]],
  ])("is one text when only this has the id: %s", async (_, events) => {
    const messages = await play(...events, text.start("n"), text.content("n", "Bye"));
    expect(messages.map(({ content }) => content)).toEqual(["Hi", "Bye"]);
  });

  test("is one call when only the result has the id", async () => {
    const messages = await play(
      unnamed(call.start("c", "search")),
      unnamed(call.args("c", "{}")),
      unnamed(call.end("c")),
      unnamed(call.start("d", "find")),
      unnamed(call.end("d")),
      call.result("c", "found"),
      call.result("d", "seen"),
    );
    expect(messages).toMatchObject([
      { toolCalls: [{ id: "r1_1", function: { name: "search" } }] },
      { toolCallId: "r1_1", content: "found" },
      { toolCalls: [{ id: "r1_2", function: { name: "find" } }] },
      { toolCallId: "r1_2", content: "seen" },
    ]);
  });

  test("stays apart from a message of an earlier run", async () => {
    const [, answer] = await play(
      ...[text.start("m"), text.content("m", "One"), text.end("m")],
      ...[unnamed(text.start("n")), unnamed(text.content("n", "Two")), unnamed(text.end("n"))],
      ...[text.content("m", "!"), text.end("m")],
    );
    expect(answer).toMatchObject({ content: "Two" });
  });

  test("is another message than content before a call that had neither a start nor an id", async () => {
    const messages = await play(
      unnamed(text.content("m", "One")),
      ...[
        call.start("c", "search"),
        call.args("c", "{}"),
        call.end("c"),
        call.result("c", "found"),
      ],
      ...[text.content("n", "Two"), text.end("n")],
    );
    expect(messages.map(({ content }) => content)).toEqual(["One", undefined, "found", "Two"]);
  });

  test("is there when the run ends directly after the start", async () => {
    const [holder] = await play(unnamed(call.start("c", "search")));
    expect(holder).toMatchObject({ toolCalls: [{ id: "r1_1" }] });
  });
});

describe("two messages that are open at the same time, whose starts have no id", () => {
  const starts = [unnamed(text.start("m")), unnamed(text.start("n"))];

  test("are in the order of their starts when their content has ids", async () => {
    const messages = await play(
      ...starts,
      text.content("m", "One"),
      text.content("m", ", two"),
      text.content("n", "Three"),
      ...[text.end("m"), text.end("n")],
    );
    expect(messages.map(({ id, content }) => [id, content])).toEqual([
      ["m", "One, two"],
      ["n", "Three"],
    ]);
  });

  test("lose no content without any id, and both end", async () => {
    const thread = createThread({
      agent: {
        async *run() {
          yield [started(), ...starts, unnamed(text.content("n", "One"))];
          yield [unnamed(text.end("n")), unnamed(text.content("m", "Two")), unnamed(text.end("m"))];
          yield finished();
        },
      },
    });
    await thread.run();
    const { messages, issues } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["Two", "One"]);
    expect(issues.map(({ code }) => code)).toEqual([
      "missing-field",
      "missing-field",
      "missing-field",
    ]);
  });
});
