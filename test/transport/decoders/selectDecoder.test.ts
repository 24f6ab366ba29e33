import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

const url = "http://agent.test/";
const a = { type: "CUSTOM", name: "a", value: "ä" };
const b = { type: "CUSTOM", name: "b", value: 2 };
const sse = [a, b].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const lines = [a, b].map((event) => `${JSON.stringify(event)}\n`).join("");

/** Reads a body whole and byte by byte, and expects equal results. */
async function read(body: string, contentType: string) {
  const run = (chunkSize: number) =>
    collect(httpAgent({ url, fetch: fakeFetch(body, { contentType, chunkSize }) }));
  const [whole, bytewise] = [await run(10_000), await run(1)];
  expect({ ...bytewise, batches: [] }).toEqual({ ...whole, batches: [] });
  return whole;
}

describe.each([
  "application/octet-stream",
  "text/html; charset=utf-8",
  "application/stream+json",
  "application/json-seq",
  "text/json",
  "application/x-json-stream",
  "binary/octet-stream",
  "application/json",
  "application/x-ndjson",
  "text/plain",
  "text/event-stream",
  "",
])("a body that is labeled %j", (contentType) => {
  test.each([
    ["SSE", sse],
    ["SSE after a comment", `: hello\n\n${sse}`],
    ["SSE with a name first", `event: message\n${sse}`],
    ["SSE after blank lines", `\n\n${sse}`],
    ["JSON lines", lines],
    ["JSON lines after a blank line", `\n${lines}`],
    ["a JSON text sequence", lines.replace(/^/gm, "\u001e").slice(0, -1)],
  ])("is read when it is %s", async (_, body) => {
    expect(await read(body, contentType)).toMatchObject({ events: [a, b] });
  });
});

describe.each(["application/octet-stream", "text/html", "image/png"])(
  "a body that is labeled %j",
  (contentType) => {
    test.each(["<html><title>Sign in</title>", "Hello", "d", "database: down", '{"detail":"no"}'])(
      "is refused when it is %j",
      async (body) => {
        const { error } = await read(body, contentType);
        expect(error).toMatchObject({ code: "content-type", context: { body } });
      },
    );

    test("is empty when it is blank", async () => {
      expect(await read(" \n", contentType)).toMatchObject({ events: [] });
    });
  },
);

describe("an SSE frame with the name error", () => {
  const started = `data: ${JSON.stringify({ type: "RUN_STARTED", threadId: "t1", runId: "r1" })}\n\n`;
  test.each([
    ["Quota exceeded", "Quota exceeded"],
    ['{"message":"Quota exceeded"}', "Quota exceeded"],
    ['{"error":{"message":"Quota exceeded"}}', "Quota exceeded"],
    ['{"type":"error","error":{"type":"quota","message":"Quota exceeded"}}', "Quota exceeded"],
    ['{"detail":"Quota exceeded"}', "Quota exceeded"],
    ['"Quota exceeded"', "Quota exceeded"],
    ['{"type":"RUN_ERROR","message":"Quota exceeded"}', "Quota exceeded"],
    ['{"reason":7}', '{"reason":7}'],
    ['{"type":"INTERNAL_ERROR","message":"Quota exceeded"}', "Quota exceeded"],
    ['{"error":{"msg":"Quota exceeded"}}', "Quota exceeded"],
    ['{"message":"Quota exceeded"}', "Quota exceeded", "Error"],
    ['{"message":"Quota exceeded"}', "Quota exceeded", "exception"],
  ])("ends the run with the words of the server: %s", async (data, message, name = "error") => {
    const fetch = fakeFetch(`${started}event: ${name}\ndata: ${data}\n\n`);
    const thread = createThread({ agent: httpAgent({ url, fetch }) });
    const { error } = await thread.run();
    expect(error).toMatchObject({ code: "run-error", message });
  });

  test("passes another event of the protocol on", async () => {
    expect(
      await read(`event: error\ndata: ${JSON.stringify(a)}\n\n`, "text/event-stream"),
    ).toMatchObject({ events: [a] });
  });
});

test.each([
  ["of the type ERROR", '{"type":"ERROR","error":"Quota exceeded"}'],
  ["with a status", '{"status":"error","message":"Quota exceeded"}'],
  ["as text", "QuotaError: Quota exceeded"],
])("a frame with an error %s ends the run with its words", async (_, data) => {
  const fetch = fakeFetch(
    `data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1"}\n\ndata: ${data}\n\n`,
  );
  const thread = createThread({ agent: httpAgent({ url, fetch }) });
  const { error } = await thread.run();
  expect(error).toMatchObject({
    code: "run-error",
    message: expect.stringContaining("Quota exceeded"),
  });
});

test("an error without a type ends the run with its words", async () => {
  for (const error of ["Quota exceeded", { message: "Quota exceeded", code: 429 }]) {
    const fetch = fakeFetch(`data: ${JSON.stringify({ error })}\n\n`);
    const thread = createThread({ agent: httpAgent({ url, fetch }) });
    const result = await thread.run();
    expect(result.error).toMatchObject({ code: "run-error", message: "Quota exceeded" });
  }
});

test("heartbeats of any spelling end no run, however many come", async () => {
  const heartbeats = [
    ": ping",
    "event: ping\ndata: ping",
    "event: heartbeat\ndata:",
    "data: keep-alive",
    "event: ping\ndata: 2026-01-01T00:00:00Z",
    'data: {"type":"ping"}',
    'data: {"heartbeat":true}',
    "data: {}",
    "data: null",
    "data: 1",
    "id: 7",
  ];
  const run = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ];
  const noise = heartbeats
    .map((frame) => `${frame}\n\n`)
    .join("")
    .repeat(20);
  const body = run.map((event) => `${noise}data: ${JSON.stringify(event)}\n\n`).join("");
  const thread = createThread({ agent: httpAgent({ url, fetch: fakeFetch(body) }) });
  const { outcome } = await thread.run();
  expect(outcome).toBe("success");
  expect(thread.getSnapshot().messages).toMatchObject([{ content: "Hi" }]);
});
