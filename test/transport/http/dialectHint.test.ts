import { afterEach, expect, test, vi } from "vitest";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { readRecording } from "../../support/recordings.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const stream = (...events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const legacy = stream(
  { type: "RUN_STARTED", runId: "r1", model: "m" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolName: "search" },
);
const watch = () => vi.spyOn(console, "warn").mockImplementation(() => {});

test("an agent that reads events of another dialect warns once with the name of that dialect", async () => {
  const warn = watch();
  const fetch = fakeFetch(legacy, { chunkSize: 40 });
  const agent = httpAgent({ url: "http://accent.test/chat?key=1", fetch });
  await collect(agent);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  await collect(agent);
  await collect(agent);
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /http:\/\/accent\.test\/chat sends .*tanstack.* httpAgent\(\{ url, dialect: tanstack\(\) \}\)/,
      ),
    ],
  ]);
});

test.each([
  "strands/backend-tool.sse",
  "copilotkit/reasoning.sse",
  "langgraph/interrupt-resume.1.sse",
  "server-starter/human-in-the-loop.1.sse",
  "encoder/all-events-1.0.0.sse",
])("plain AG-UI causes no hint: %s", async (name) => {
  const warn = watch();
  const fetch = fakeFetch(readRecording(name));
  await collect(httpAgent({ url: `http://plain.test/${name}`, fetch }));
  // A hint for the first run would appear before the hint for the second run.
  await collect(httpAgent({ url: `http://marker.test/${name}`, fetch: fakeFetch(legacy) }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat().join()).not.toContain("plain.test");
});

test("no hint is logged in production or with a dialect", async () => {
  const warn = watch();
  vi.stubEnv("NODE_ENV", "production");
  await collect(httpAgent({ url: "http://production.test/", fetch: fakeFetch(legacy) }));
  vi.unstubAllEnvs();
  const dialect: Dialect = { name: "test", read: () => ({ push: () => [], end: () => [] }) };
  await collect(httpAgent({ url: "http://dialect.test/", dialect, fetch: fakeFetch(legacy) }));
  await collect(httpAgent({ url: "http://marker.test/", fetch: fakeFetch(legacy) }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls).toHaveLength(1);
});

const openAi = { id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ delta: {} }] };
const formats: readonly (readonly [string, unknown])[] = [
  ["an OpenAI stream", openAi],
  ["an OpenAI stream", { type: "response.output_text.delta", delta: "Hi" }],
  ["an Anthropic stream", { type: "message_start", message: { id: "msg_1", role: "assistant" } }],
  ["a Gemini stream", { candidates: [{ content: { parts: [{ text: "Hi" }] } }] }],
  ["an Ollama stream", { model: "llama3", message: { content: "Hi" }, done: false }],
  ["a LangGraph stream", { messages: [{ type: "human", content: "Hi", id: "u1" }] }],
  ["a LangGraph stream", [{ type: "AIMessageChunk", content: "Hi" }, {}]],
  ["an OpenAI stream", { id: "m", object: "thread.message.delta", delta: {} }],
  ["a Bedrock stream", { contentBlockDelta: { delta: { text: "Hi" }, contentBlockIndex: 0 } }],
  ["a Cohere stream", { type: "content-delta", index: 0, delta: { message: {} } }],
  ["a Dify stream", { event: "message", task_id: "t", answer: "Hi" }],
  ["a stream of Google ADK", { content: { parts: [{ text: "Hi" }] }, author: "agent" }],
  ["JSON-RPC", { jsonrpc: "2.0", id: 1, result: {} }],
  ["a stream of the AI SDK", { type: "text-delta", id: "0", delta: "Hi" }],
];

test.each(formats)("a stream in another format is named: %s", async (name, frame) => {
  const warn = watch();
  const url = `http://foreign.test/${JSON.stringify(frame).length}-${name.length}`;
  const body = `data: ${JSON.stringify(frame)}\n\n`.repeat(40);
  await collect(httpAgent({ url, fetch: fakeFetch(body, { chunkSize: 30 }) }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`This looks like ${name}`));
  expect(warn.mock.calls[0]?.[0]).toContain("AG-UI expects events such as");
});

test.each(formats)(
  "a run on a stream in another format names that format in its error: %s",
  async (name, frame) => {
    watch();
    const body = `data: ${JSON.stringify(frame)}\n\n`.repeat(3);
    const fetch = fakeFetch(`${body}data: [DONE]\n\n`);
    const agent = httpAgent({ url: "http://foreign.test/run", fetch });
    const run = async () => (await createThread({ agent }).send("Hello")).error;
    const error = await run();
    expect(error).toMatchObject({ code: "malformed-stream" });
    expect(error?.message).toContain(`This looks like ${name}`);
    expect(error?.message).toContain("AG-UI expects events such as");
    vi.stubEnv("NODE_ENV", "production");
    const inProduction = await run();
    expect(inProduction).toMatchObject({ code: "malformed-stream" });
    expect(inProduction?.message).not.toContain("This looks like");
  },
);

test("a LangGraph stream of messages is named in the error of its run", async () => {
  watch();
  const body = `event: messages/partial\ndata: [{"type":"ai","content":"Hel","id":"a1"}]\n\n`;
  const agent = httpAgent({ url: "http://foreign.test/partial", fetch: fakeFetch(body) });
  const { error } = await createThread({ agent }).send("Hello");
  expect(error?.message).toContain("This looks like a LangGraph stream");
});

test("a stream with events and frames in another format is not foreign", async () => {
  watch();
  const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
  const fetch = fakeFetch(stream(openAi, started, openAi));
  const { error } = await collect(httpAgent({ url: "http://foreign.test/mixed", fetch }));
  expect(error).toBeUndefined();
});

test("the older stream of the AI SDK is named", async () => {
  const warn = watch();
  const fetch = fakeFetch('0:"Hi"\n0:" there"\n', { contentType: "application/x-ndjson" });
  await collect(httpAgent({ url: "http://foreign.test/lines", fetch }));
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls.flat().join()).toContain("This looks like a stream of the AI SDK");
});

test.each(formats.filter(([, frame]) => !Array.isArray(frame)))(
  "a JSON body in another format is named in the error: %s",
  async (name, frame) => {
    const fetch = fakeFetch(JSON.stringify({ ...(frame as object), type: undefined }), {
      contentType: "application/json",
    });
    const read = () => collect(httpAgent({ url: "http://foreign.test/json", fetch }));
    const hasMark = !("type" in (frame as object));
    const { error } = await read();
    expect(error).toMatchObject({ code: "content-type" });
    if (hasMark) expect(String(error)).toContain(`This looks like ${name}`);
    vi.stubEnv("NODE_ENV", "production");
    expect(String((await read()).error)).not.toContain("This looks like");
  },
);

test.each([
  ["the AI SDK", '0:"Hi"\nd:{"finishReason":"stop"}\n', "text/plain", "a stream of the AI SDK"],
  [
    "the AI SDK",
    'f:{"messageId":"m"}\n0:"Hi"\nd:{"finishReason":"stop"}\n',
    "text/event-stream",
    "a stream of the AI SDK",
  ],
  ["Python", "data: {'type': 'RUN_STARTED', 'runId': 'r'}\n\n", "text/event-stream", "Python dict"],
  ["Python", "{'type': 'RUN_STARTED'}\n", "text/plain", "Python dict"],
])(
  "a stream of %s that is no JSON is named in the error: %j",
  async (_, body, contentType, name) => {
    watch();
    const fetch = fakeFetch(body, { contentType });
    const agent = httpAgent({ url: "http://foreign.test/text", fetch });
    const { error } = await createThread({ agent }).send("Hello");
    expect(error?.message).toContain(`This looks like ${name}`);
  },
);
