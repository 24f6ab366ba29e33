import { describe, expect, test } from "vitest";
import type { Message, Snapshot } from "../../../../src/core.ts";
import { call, finished, messages, started } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

const withArguments = (text: string): Message => ({
  id: "m",
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "book", arguments: text } }],
});

const argumentsOf = ({ messages: list }: Snapshot) =>
  list.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).map((made) => made.function.arguments)
      : [],
  );

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
