import { describe, expect, test } from "vitest";
import { jsonDecoder, ndjsonDecoder } from "../../../src/transport/decoders/jsonDecoder.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

const a = { type: "CUSTOM", name: "a", value: "ä 🎉" };
const b = { type: "CUSTOM", name: "b", value: 2 };
const json = JSON.stringify;
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Reads a body whole and byte by byte, and expects equal results. */
async function read(body: string, contentType: string, maxEventBytes = 10_000) {
  const run = (chunkSize: number) =>
    collect(
      httpAgent({
        url: "http://agent.test/",
        maxEventBytes,
        fetch: fakeFetch(body, { contentType, chunkSize }),
      }),
    );
  const whole = await run(body.length * 3 + 1);
  const bytewise = await run(1);
  expect({ ...bytewise, batches: [] }).toEqual({ ...whole, batches: [] });
  return whole;
}

describe.each([
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "Application/X-NDJSON; charset=utf-8",
  "application/x-ndjson, application/x-ndjson",
])("%s is read", (contentType) => {
  test.each([
    ["with LF", `${json(a)}\n${json(b)}\n`],
    ["with CRLF", `${json(a)}\r\n${json(b)}\r\n`],
    ["with blank lines", `\n\n${json(a)}\n\n \n${json(b)}\n\n`],
    ["without a last line end", `${json(a)}\n${json(b)}`],
    ["with a byte order mark", `\uFEFF${json(a)}\n${json(b)}\n`],
    ["with [DONE]", `${json(a)}\n${json(b)}\n[DONE]\n`],
  ])("reads lines %s", async (_name, body) => {
    expect(await read(body, contentType)).toMatchObject({ events: [a, b] });
  });
});

describe("newline-delimited JSON", () => {
  const contentType = "application/x-ndjson";

  test("passes the raw text of a line that is not JSON, from the first line on", async () => {
    const { events, error } = await read(`<html>\n${json(a)}\n{"type":`, contentType);
    expect(events).toEqual(["<html>", a, '{"type":']);
    expect(error).toBeUndefined();
  });

  test("passes values that are not events", async () => {
    const { events } = await read(`{"error":"x"}\n[1]\nnull\n`, contentType);
    expect(events).toEqual([{ error: "x" }, [1], null]);
  });

  test("fails at a line over the limit, terminated or not, after the previous events", async () => {
    for (const body of [`"${"x".repeat(200)}"\n`, "x".repeat(200), `"${"漢".repeat(40)}"`]) {
      const { events, error } = await read(`${json(a)}\n${body}`, contentType, 100);
      expect(events).toEqual([a]);
      expect(error).toMatchObject({ code: "event-too-large", context: { maxEventBytes: 100 } });
    }
  });

  test("stops reading when an unterminated line exceeds the limit", async () => {
    const fetch = fakeFetch("x".repeat(100_000), { contentType, chunkSize: 50 });
    const agent = httpAgent({ url: "http://agent.test/", maxEventBytes: 100, fetch });
    expect((await collect(agent)).error).toMatchObject({ code: "event-too-large" });
    expect(fetch.cancelled()).toBe(1);
  });

  test("has no limit for the whole body", async () => {
    const { events, error } = await read(`${json(b)}\n`.repeat(50), contentType, 100);
    expect(events).toHaveLength(50);
    expect(error).toBeUndefined();
  });
});

describe.each(["application/json; charset=utf-8", "text/plain", ""])(
  "a body of type %j",
  (type) => {
    test.each<[name: string, body: string, events: readonly unknown[]]>([
      ["one event", json(a), [a]],
      ["one event over several lines", pretty(a), [a]],
      ["an array of events", json([a, b]), [a, b]],
      ["an array of events over several lines", pretty([a, b]), [a, b]],
      ["an object with `events`", json({ events: [a, b] }), [a, b]],
      ["an empty array", "[]", []],
      ["events line by line", `\n${json(a)}\n${json(b)}\n`, [a, b]],
      ["events without separators", json(a) + json(b), [a, json(b)]],
      ["an array that begins beside its first event", `[${json(a)},\n${json(b)}\n]\n`, [a, b]],
      [
        "a value that is cut off before other lines",
        `${json(a)}\n{"n":"\n${json(b)}`,
        [a, '{"n":"', b],
      ],
      [
        "events over several lines each",
        `${pretty(a)}\n${pretty(b)}\n`,
        [`${pretty(a)}\n${pretty(b)}\n\n`],
      ],
      ["nothing", "", []],
      ["nothing but white space", " \n", []],
    ])("is read when it is %s", async (_name, body, events) => {
      const run = await read(body, type);
      expect(run.events).toEqual(events);
      expect(run.error).toBeUndefined();
    });

    test.each([
      [
        "an error message",
        json({ error: { message: "no such agent" } }),
        /: no such agent\. Check/,
      ],
      [
        "an error over several lines",
        pretty({ detail: "no such agent" }),
        /: no such agent\. Check/,
      ],
      ["a list of something else", json([1, 2]), /instead of AG-UI events/],
      ["broken JSON", '{"type":\n"RUN_STARTED"', /instead of AG-UI events/],
    ])("fails with `content-type` when it is %s", async (_name, body, message) => {
      const { events, error } = await read(body, type);
      expect(events).toEqual([]);
      expect(error).toMatchObject({
        code: "content-type",
        message: expect.stringMatching(message),
        context: { status: 200, body: expect.stringContaining(body.slice(0, 8)) },
      });
    });

    test.each([
      ["in one line", pretty([a, "x".repeat(200)])],
      ["in many", pretty(Array.from({ length: 50 }, () => a))],
    ])("fails when one value exceeds the limit %s", async (_name, body) => {
      const { error } = await read(body, type, 100);
      expect(error).toMatchObject({ code: "event-too-large" });
    });
  },
);

describe.each(["text/plain; charset=utf-8", ""])("a stream of type %j", (type) => {
  test.each([
    ["data", `data: ${json(a)}\n\n`],
    ["a blank line", `\n\ndata: ${json(a)}\n\n`],
    ["an id", `id: 1\ndata: ${json(a)}\n\n`],
    ["a name", `event: message\ndata: ${json(a)}\n\n`],
    ["a retry", `retry: 10\ndata: ${json(a)}\n\n`],
    ["a comment", `: hi\n\ndata: ${json(a)}\n\n`],
    ["data that ends at once", `data:${json(a)}`],
  ])("the stream is read as SSE when it begins with %s", async (_name, body) => {
    const { events, error } = await read(body, type);
    expect(error).toBeUndefined();
    expect(events).toEqual([a]);
  });

  test.each(["Hello, I am no event stream.", "ok", "database: down", "<html>"])(
    "the stream is refused when it begins with %j",
    async (body) => {
      const { error } = await read(body, type);
      expect(error).toMatchObject({ code: "content-type", context: { body } });
    },
  );
});

describe("events on one line", () => {
  const quoted = { type: "CUSTOM", name: '}"{\\', value: [{ of: { depth: 2 } }, '\\"{'] };
  const sent = [quoted, a, b];

  test.each([
    ["an array", jsonDecoder, `[${sent.map((event) => json(event)).join(", ")}]`, 0],
    ["objects without separators", jsonDecoder, sent.map((event) => json(event)).join(""), 2],
    ["objects with commas", jsonDecoder, sent.map((event) => json(event)).join(","), 2],
    ["JSON lines without breaks", ndjsonDecoder, sent.map((event) => json(event)).join(""), 2],
  ])("are read as they arrive: %s", (_name, create, body, faults) => {
    const decoder = create({ maxEventBytes: 200, onUnexpected: unexpected });
    const out: unknown[] = [];
    for (const character of body) {
      expect(decoder.push(character, out)).toBeUndefined();
    }
    expect(out).toHaveLength(3);
    expect(decoder.end(out)).toBeUndefined();
    // The text of an event shows that nothing separates it from the one before.
    expect(out.filter((value) => typeof value === "string")).toHaveLength(faults);
    expect(out.map((value) => (typeof value === "string" ? JSON.parse(value) : value))).toEqual(
      sent,
    );
  });
});

function unexpected(body: string): never {
  throw new Error(`The body has no events: ${body}`);
}
