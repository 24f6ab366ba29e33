import { expect, test } from "vitest";
import { readSse } from "../../src/testing.ts";

test.each<[name: string, text: string, events: readonly unknown[]]>([
  ["nothing", "", []],
  ["events", 'data: {"a":1}\n\ndata:{"a":2}\n\n', [{ a: 1 }, { a: 2 }]],
  ["CRLF and CR", "data: 1\r\n\r\ndata: 2\r\rdata: 3\n\r\n", [1, 2, 3]],
  ["data over several lines", 'data: {"a":\ndata: 1}\n\n', [{ a: 1 }]],
  ["a last event without a blank line", 'data: 1\n\ndata: "💡"', [1, "💡"]],
  ["a byte order mark", "\uFEFFdata: 1\n\n", [1]],
  ["comments, ids, names and [DONE]", ": hi\n\nid: 1\nevent: x\ndata: 1\n\ndata: [DONE]\n\n", [1]],
  ["a blank frame", "data:\n\ndata: \n\n", []],
])("reads %s", (_name, text, events) => {
  expect(readSse(text)).toEqual(events);
});

test("throws for data that is not JSON", () => {
  expect(() => readSse("data: {\n\n")).toThrow(SyntaxError);
});
