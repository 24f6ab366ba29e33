import { describe, expect, test } from "vitest";
import { readSse } from "../../../src/testing/readSse.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { type Collected, collect, runInput } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { serveBytes, startHttpServer, write } from "../../support/httpServer.ts";
import { readRecording } from "../../support/recordings.ts";

const agentUrl = "http://agent.test/";

/** Reads a stream whole and byte by byte, and expects equal results. */
async function read(stream: string | Uint8Array) {
  const whole = await collect(httpAgent({ url: agentUrl, fetch: fakeFetch(stream) }));
  const bytewise = await collect(
    httpAgent({ url: agentUrl, fetch: fakeFetch(stream, { chunkSize: 1 }) }),
  );
  const same = ({ events, cursors, error }: Collected) => ({ events, last: cursors.at(-1), error });
  expect(same(bytewise)).toEqual(same(whole));
  return bytewise;
}

const a = { type: "CUSTOM", name: "a", value: 1 };
const b = { type: "CUSTOM", name: "b", value: 2 };
const json = JSON.stringify;

describe("a stream of Server-Sent Events", () => {
  test.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("the stream is read with %s line ends", async (_name, eol) => {
    const stream = [`data: ${json(a)}`, "", `: note`, `id: 7`, `data:${json(b)}`, "", ""].join(eol);
    expect(await read(stream)).toMatchObject({ events: [a, b], cursors: ["7"] });
  });

  test.each([
    ['{"n":NaN,"m":[-Infinity,Infinity]}', { n: null, m: [null, null] }],
    ['{"text":"NaN is \\"no\\" number","n":NaN}', { text: 'NaN is "no" number', n: null }],
  ])("numbers of Python that JSON does not have are read as null: %s", async (value, expected) => {
    const stream = `data: {"type":"CUSTOM","name":"a","value":${value}}\n\n`;
    expect((await read(stream)).events).toEqual([{ ...a, value: expected }]);
  });

  test("the stream is read with mixed line ends", async () => {
    const stream = `data: ${json(a)}\r\n\ndata: ${json(b)}\r\rdata: ${json(a)}\n\r\n`;
    expect((await read(stream)).events).toEqual([a, b, a]);
  });

  test("the stream is read with a byte order mark", async () => {
    expect((await read(`\uFEFFdata: ${json(a)}\n\n`)).events).toEqual([a]);
  });

  test("the stream is read with an event over several data lines", async () => {
    const lines = JSON.stringify(a, null, 2).split("\n");
    const stream = `${lines.map((line) => `data: ${line}`).join("\n")}\n\n`;
    expect((await read(stream)).events).toEqual([a]);
  });

  test.each(["", "\n", "\r", "\r\n"])(
    "the stream is read to its last event, which ends with %j",
    async (end) => {
      expect((await read(`data: ${json(a)}\n\ndata: ${json(b)}${end}`)).events).toEqual([a, b]);
    },
  );

  test("the stream is read without comments, names, unknown fields, retries and blank frames", async () => {
    const stream = [
      ": heartbeat",
      "",
      "event: message",
      "retry: soon",
      "retry: 500",
      "whatever: this is",
      "and a line without a colon",
      `data: ${json(a)}`,
      "",
      "data:",
      "",
      "data",
      "",
      "event: end",
      "",
      `data: ${json(b)}`,
      "",
      "data: [DONE]",
      "",
      "",
    ].join("\n");
    expect(await read(stream)).toMatchObject({ events: [a, b], cursors: [] });
  });

  test("the stream has the raw text of frames that are not JSON, and values that are not objects", async () => {
    const frames = ['{"type":', "null", "7", '"text"', "[1]", json(a)];
    const stream = frames.map((frame) => `data: ${frame}\n\n`).join("");
    const run = await read(stream);
    expect(run.events).toEqual(['{"type":', null, 7, "text", [1], a]);
    expect(run.error).toBeUndefined();
  });

  test("the stream is read without a frame that a clean early end cuts off, and without an issue", async () => {
    expect((await read(`data: ${json(a)}\n\ndata: {"type":"CUS`)).events).toEqual([a]);
    expect((await read(`data: {"type":"CUS\n\ndata: ${json(a)}`)).events).toEqual([
      '{"type":"CUS',
      a,
    ]);
  });

  test("invalid UTF-8 and a character that is cut off are replaced", async () => {
    const bytes = new Uint8Array([...Buffer.from('data: "é'), 0xff, 0xf0, 0x9f, 0x0a, 0x0a]);
    expect((await read(bytes)).events).toEqual(['"é\uFFFD\uFFFD']);
  });

  test("a frame that is cut off or has no data reports no position", async () => {
    const cut = await read(`id: 1\ndata: ${json(a)}\n\nid: 2\ndata: {"type":"CUS`);
    expect(cut).toMatchObject({ events: [a], cursors: ["1"] });
    const bare = await read(`id: 1\ndata: ${json(a)}\n\nid: 2\n\ndata: ${json(b)}\n\n`);
    expect(bare).toMatchObject({ events: [a, b], cursors: ["1"] });
    const blank = await read(`id: 1\ndata: ${json(a)}\n\nid: 2\ndata:\n\n`);
    expect(blank).toMatchObject({ events: [a], cursors: ["1", "2"] });
  });

  test("the ids of the stream are reported in order", async () => {
    const run = await read(readRecording("awaken-derived/replay.sse"));
    expect(run.cursors).toEqual(["cur_1", "cur_2", "cur_3", "cur_4", "cur_5", "cur_6", "cur_7"]);
    expect(run.events).toHaveLength(7);
  });
});

test("an event is yielded as soon as its blank line arrives", async () => {
  await using server = await startHttpServer(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    await write(response, `data: ${json(a)}\n`);
    await write(response, `\ndata: ${json(b)}`);
  });
  const abort = new AbortController();
  const stream = httpAgent({ url: server.url }).run(runInput(), abort)[Symbol.asyncIterator]();
  expect((await stream.next()).value).toEqual([a]);
  abort.abort();
  await expect(stream.next()).rejects.toBe(abort.signal.reason);
});

describe("an event over the limit", () => {
  const limit = 1_000;
  const big = (length: number) => `data: ${"x".repeat(length)}`;
  const run = (stream: string, chunkSize?: number) =>
    collect(
      httpAgent({
        url: agentUrl,
        maxEventBytes: limit,
        fetch: fakeFetch(stream, { ...(chunkSize && { chunkSize }) }),
      }),
    );

  test.each<[name: string, stream: string]>([
    ["with an end", `${big(1_001)}\n\n`],
    ["without an end", big(2_000)],
    ["over many lines", `${"data: xxxxxxxxx\n".repeat(120)}\n`],
    ["in a comment", `:${"x".repeat(2_000)}`],
  ])("%s fails the run", async (_name, stream) => {
    for (const chunkSize of [undefined, 1, 64]) {
      const { events, error } = await run(`data: ${json(a)}\n\n${stream}`, chunkSize);
      expect(events).toEqual([a]);
      expect(error).toMatchObject({ code: "event-too-large", context: { maxEventBytes: limit } });
    }
  });

  test("is measured in bytes of UTF-8", async () => {
    const fits = `data: "${"漢".repeat(332)}"\n\n`;
    expect((await run(`${fits}data: ${json(a)}\n\n`)).error).toBeUndefined();
    const overflows = `data: "${"漢".repeat(334)}"\n\n`;
    expect((await run(overflows)).error).toMatchObject({ code: "event-too-large" });
  });

  test("is not the sum of small events or heartbeats", async () => {
    const stream = `data: ${json(a)}\n\n`.repeat(100) + ": heartbeat\n\n".repeat(500);
    const { events, error } = await run(stream, 7);
    expect(error).toBeUndefined();
    expect(events).toHaveLength(100);
  });

  test("stops the reading, so that memory is bounded", async () => {
    const fetch = fakeFetch(big(1_000_000), { chunkSize: 100 });
    const agent = httpAgent({ url: agentUrl, maxEventBytes: limit, fetch });
    expect((await collect(agent)).error).toMatchObject({ code: "event-too-large" });
    expect(fetch.cancelled()).toBe(1);
  });
});

test("a stream of one-byte writes arrives whole over a real connection", async () => {
  const stream = readRecording("encoder/all-events-1.0.0.sse");
  await using server = await serveBytes(stream, { chunkSize: 1 });
  const { events, error } = await collect(httpAgent({ url: server.url }));
  expect(error).toBeUndefined();
  expect(events).toEqual(readSse(new TextDecoder().decode(stream)));
});
