import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../../src/transport/http/httpAgent.ts";
import { collect } from "../../../support/collect.ts";
import { fakeFetch } from "../../../support/fakeFetch.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const data = (...frames: readonly (object | string)[]) =>
  frames
    .map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`)
    .join("");
const agentOf = (body: string) =>
  httpAgent({ url: "http://other.test/run", fetch: fakeFetch(body) });
const send = async (body: string) =>
  (await createThread({ agent: agentOf(body) }).send("Hello")).error;

test.each([
  [
    "LangGraph Platform",
    `event: metadata\ndata: {"run_id":"x"}\n\nevent: messages\ndata: [{"content":"Hi","type":"AIMessageChunk"},{}]\n\n`,
    '{"run_id":"x"}',
  ],
  [
    "Google ADK",
    data({ content: { parts: [{ text: "Hi" }], role: "model" }, author: "a", invocationId: "e" }),
    '{"content":{"parts":[{"text":"Hi"}]',
  ],
  [
    "OpenAI Assistants",
    'event: thread.message.delta\ndata: {"id":"m","object":"thread.message.delta"}\n\nevent: done\ndata: [DONE]\n\n',
    '{"id":"m","object":"thread.message.delta"}',
  ],
  [
    "Dify",
    data({ event: "message", answer: "Hi" }, { event: "message_end" }),
    '{"event":"message","answer":"Hi"}',
  ],
  [
    "Cohere",
    data({ type: "content-delta", index: 0, delta: { message: {} } }),
    '{"type":"content-delta"',
  ],
  ["Bedrock", data({ contentBlockDelta: { delta: { text: "Hi" } } }), '{"contentBlockDelta"'],
  [
    "LangServe",
    'event: metadata\ndata: {"run_id":"x"}\n\nevent: data\ndata: "Hi"\n\nevent: end\n\n',
    '{"run_id":"x"}',
  ],
  ["objects with a token", data({ token: "Hi" }, { token: " there" }), '{"token":"Hi"}'],
  ["plain text and [DONE]", data("Hello", "world", "[DONE]"), '"Hello"'],
  ["hidden characters", data({ a: "b\u202Ec\u2028" }), '{"a":"b\\u{202e}c\\u{2028}"}'],
])(
  "a run on a stream of %s fails with the beginning of its first frame",
  async (_, body, beginning) => {
    for (const mode of ["development", "production"]) {
      vi.stubEnv("NODE_ENV", mode);
      const error = await send(body);
      expect(error).toMatchObject({ code: "malformed-stream" });
      expect(error?.message).toContain(
        `No event of AG-UI arrived from http://other.test/run. Its first frame begins with ${beginning}`,
      );
      expect(error?.message).toMatch(/`dialect`|This looks like/);
    }
  },
);

test.each([
  ["an object", data({ token: "x".repeat(100_000) })],
  ["a text", data("x".repeat(100_000))],
])("an error quotes at most 200 characters of %s", async (_, body) => {
  const error = await send(body);
  expect(error?.message).toContain("xxx");
  expect(error?.message.length).toBeLessThan(500);
});

test.each([
  ["nothing", "", "incomplete-stream"],
  ["comments", ": hb\n\n: hb\n\n", "incomplete-stream"],
  ["heartbeats", data({ type: "ping" }, "ping", {}), "incomplete-stream"],
  ["[DONE] alone", data("[DONE]"), "incomplete-stream"],
  [
    "RUN_STARTED and another frame",
    data({ type: "RUN_STARTED", threadId: "t", runId: "r" }, { token: "Hi" }),
    "incomplete-stream",
  ],
  ["an error as text", data("Error: no quota"), "run-error"],
])("a stream of %s keeps its own error", async (_, body, code) => {
  expect(await send(body)).toMatchObject({ code });
});

test("a replay without an event is an empty thread, also after a greeting", async () => {
  const fetch = fakeFetch(data({ status: "connected" }));
  const agent = httpAgent({ url: "http://other.test/run", connectUrl: "/connect", fetch });
  const { error } = await collect(agent, { connect: {} });
  expect(error).toBeUndefined();
});
