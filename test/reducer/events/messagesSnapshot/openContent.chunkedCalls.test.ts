import { describe, expect, test } from "vitest";
import type { Message } from "../../../../src/core.ts";
import { custom, finished, messages, started, user } from "../../events.ts";
import { before, callChunk, contentsOf, type Fields, play } from "./chunkedStreams.ts";

describe("calls in chunks that other events interrupt, and that a snapshot then lacks", () => {
  const part = (toolCallId: string, delta: string) => callChunk({ toolCallId, delta });
  const open = (toolCallId: string, delta: string, fields: Fields = {}) =>
    callChunk({ toolCallId, toolCallName: `tool-${toolCallId}`, delta, ...fields });

  test.each([{}, { parentMessageId: "p" }])("continue beside each other %j", async (fields) => {
    const snapshot = await play(
      started(),
      open("a", '{"a":', fields),
      open("b", '{"b":', fields),
      custom("progress", 1),
      before,
      part("a", "1}"),
      before,
      part("b", "2}"),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}', 'tool-b {"b":2}']);
  });

  test("continue where the snapshot has one of them", async () => {
    const stated: Message = {
      id: "p",
      role: "assistant",
      toolCalls: [
        { id: "a", type: "function", function: { name: "tool-a", arguments: '{"a":1}' } },
      ],
    };
    const snapshot = await play(
      started(),
      open("a", '{"a":', { parentMessageId: "p" }),
      open("b", '{"b":', { parentMessageId: "p" }),
      custom("progress", 1),
      messages([user("u"), stated]),
      part("a", "1}"),
      part("b", "2}"),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}', 'tool-b {"b":2}']);
  });

  test("show what the stream has sent while it follows stated arguments", async () => {
    const stated: Message = {
      id: "p",
      role: "assistant",
      toolCalls: [
        { id: "a", type: "function", function: { name: "tool-a", arguments: '{"a":12}' } },
      ],
    };
    const begin = [
      started(),
      open("a", '{"a":', { parentMessageId: "p" }),
      custom("progress", 1),
      messages([user("u"), stated]),
    ];
    expect(contentsOf(await play(...begin, part("a", "1")))).toEqual(['tool-a {"a":1']);
    expect(contentsOf(await play(...begin, part("a", "1"), finished()))).toEqual([
      'tool-a {"a":12}',
    ]);
  });

  test("continue without an id", async () => {
    const snapshot = await play(
      started(),
      open("a", '{"a":'),
      custom("progress", 1),
      before,
      callChunk({ delta: "1}" }),
      finished(),
    );
    expect(contentsOf(snapshot)).toEqual(['tool-a {"a":1}']);
  });

  test("are removed when their arguments were complete", async () => {
    const snapshot = await play(started(), open("a", '{"a":1}'), custom("progress", 1), before);
    expect(contentsOf(snapshot)).toEqual([]);
  });
});
