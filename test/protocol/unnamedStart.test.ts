import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../src/core.ts";
import { call, finished, reasoning, started, text } from "../reducer/events.ts";

/** Returns the event without its ids, as a faulty server sends it. */
function unnamed(event: EventInput): EventInput {
  const { messageId: _, toolCallId: __, ...rest } = { messageId: "", toolCallId: "", ...event };
  // The result is no event of the protocol, on purpose.
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
      ["r1:1", ""],
    ]);
  });

  test("is there when the run ends directly after the start", async () => {
    const [holder] = await play(unnamed(call.start("c", "search")));
    expect(holder).toMatchObject({ toolCalls: [{ id: "r1:1" }] });
  });
});
