import { describe, expect, test } from "vitest";
import { sseDecoder } from "../../../src/transport/decoders/sseDecoder.ts";

const events = [
  { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  // A separator of lines in JavaScript, but not in Server-Sent Events.
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "He\u2028llo" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
];
const each = (write: (event: (typeof events)[number], index: number) => string) =>
  events.map(write).join("");
const json = (value: unknown) => JSON.stringify(value);
const inLines = (event: object) =>
  json(event)
    .replace(/,/g, ",\n")
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("");

/** Returns the events of a stream in pieces of a size, and the number after two thirds of the stream. */
function decode(body: string, size: number) {
  const out: unknown[] = [];
  const decoder = sseDecoder({ maxEventBytes: 10_000 });
  let early = 0;
  for (let at = 0; at < body.length; at += size) {
    decoder.push(body.slice(at, at + size), out);
    if (at < (body.length * 2) / 3) early = out.length;
  }
  decoder.end(out);
  return {
    early,
    read: out.map((value) => (typeof value === "string" ? JSON.parse(value) : value)),
  };
}

describe.each([
  ["with one line break", each((event) => `data: ${json(event)}\n`)],
  ["with one line break of Windows", each((event) => `data: ${json(event)}\r\n`)],
  [
    "with names and one line break",
    each((event) => `event: ${event.type}\ndata: ${json(event)}\n`),
  ],
  [
    "with ids and one line break, after a comment",
    `: open\n\n${each((event, index) => `id: ${index}\ndata: ${json(event)}\n`)}`,
  ],
  [
    "with one line break, and the first with a comment",
    each((event, index) => `data: ${json(event)}\n${index === 0 ? ": ping\n\n" : ""}`),
  ],
  [
    "with one line break of Windows, and the first with a comment",
    each((event, index) => `data: ${json(event)}\r\n${index === 0 ? ": ping\r\n\r\n" : ""}`),
  ],
  ["with a comment and a blank line", each((event) => `data: ${json(event)}\n: ping\n\n`)],
  ["with a blank line", each((event) => `data: ${json(event)}\n\n`)],
  ["on several lines with a blank line", each((event) => `${inLines(event)}\n`)],
])("a stream that ends its events %s", (_, body) => {
  test.each([1, 2, 3, 7, 50])("is read while it arrives in pieces of %i characters", (size) => {
    const { read, early } = decode(body, size);
    expect(read).toEqual(events);
    expect(early).toBeGreaterThan(1);
  });
});

test("a first event without an end fails at the size limit", () => {
  const decoder = sseDecoder({ maxEventBytes: 10_000 });
  const out: unknown[] = [];
  expect(decoder.push(`data: ${"x".repeat(9_000)}`, out)).toBeUndefined();
  expect(decoder.push("x".repeat(2_000), out)).toMatchObject({ code: "event-too-large" });
  expect(out).toEqual([]);
});
