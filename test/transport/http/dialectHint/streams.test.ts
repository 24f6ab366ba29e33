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
    "a LangGraph stream",
  ],
  [
    "Google ADK",
    data({ content: { parts: [{ text: "Hi" }], role: "model" }, author: "a", invocationId: "e" }),
    '{"content":{"parts":[{"text":"Hi"}]',
    "a stream of Google ADK",
  ],
  [
    "OpenAI Assistants",
    'event: thread.message.delta\ndata: {"id":"m","object":"thread.message.delta"}\n\nevent: done\ndata: [DONE]\n\n',
    '{"id":"m","object":"thread.message.delta"}',
    "an OpenAI stream",
  ],
  [
    "Dify",
    data({ event: "message", answer: "Hi" }, { event: "message_end" }),
    '{"event":"message","answer":"Hi"}',
    "a Dify stream",
  ],
  [
    "Cohere",
    data({ type: "content-delta", index: 0, delta: { message: {} } }),
    '{"type":"content-delta"',
    "a Cohere stream",
  ],
  [
    "Bedrock",
    data({ contentBlockDelta: { delta: { text: "Hi" } } }),
    '{"contentBlockDelta"',
    "a Bedrock stream",
  ],
  [
    "LangServe",
    'event: metadata\ndata: {"run_id":"x"}\n\nevent: data\ndata: "Hi"\n\nevent: end\n\n',
    '{"run_id":"x"}',
    undefined,
  ],
  [
    "LangGraph with messages alone",
    `event: values\ndata: {"messages":[{"type":"ai"}]}\n\n`,
    '{"messages":[{"type":"ai"}]}',
    "a LangGraph stream",
  ],
  [
    "LangGraph with updates alone",
    `event: updates\ndata: {"agent":{"messages":[{"content":"Hi","type":"ai"}]}}\n\n`,
    '{"agent":{"messages":[',
    "a LangGraph stream",
  ],
  [
    "LangGraph with events alone",
    `event: events\ndata: {"event":"on_chat_model_stream","data":{},"run_id":"x"}\n\n`,
    '{"event":"on_chat_model_stream"',
    "a LangGraph stream",
  ],
  [
    "LangGraph with custom data",
    `event: metadata\ndata: {"run_id":"x","attempt":1}\n\nevent: custom\ndata: {"progress":1}\n\n`,
    '{"run_id":"x","attempt":1}',
    "a LangGraph stream",
  ],
  ["custom data alone", `event: custom\ndata: {"progress":1}\n\n`, '{"progress":1}', undefined],
  [
    "Agno",
    `event: RunStarted\ndata: {"event":"RunStarted","run_id":"x","agent_id":"a"}\n\nevent: RunContent\ndata: {"event":"RunContent","content":"Hi","run_id":"x"}\n\n`,
    '{"event":"RunStarted"',
    "a stream of Agno",
  ],
  [
    "LlamaIndex",
    data({ type: "ToolCallResult", value: {} }, { type: "StopEvent", value: {} }),
    '{"type":"ToolCallResult"',
    "a stream of LlamaIndex",
  ],
  [
    "the Responses API of OpenAI",
    'event: response.created\ndata: {"type":"response.created","response":{"id":"x"}}\n\n',
    '{"type":"response.created"',
    "an OpenAI stream",
  ],
  [
    "the OpenAI Agents SDK for Python",
    data(
      { type: "agent_updated_stream_event", new_agent: { name: "a" } },
      { type: "raw_response_event", data: { type: "response.output_text.delta", delta: "Hi" } },
    ),
    '{"type":"agent_updated_stream_event"',
    "a stream of the OpenAI Agents SDK",
  ],
  [
    "the OpenAI Agents SDK for JavaScript",
    data({ type: "raw_model_stream_event", data: { type: "output_text_delta", delta: "Hi" } }),
    '{"type":"raw_model_stream_event"',
    "a stream of the OpenAI Agents SDK",
  ],
  [
    "AutoGen",
    data({
      ...{ source: "assistant", models_usage: null, metadata: {} },
      ...{ content: "Hi", type: "ModelClientStreamingChunkEvent" },
    }),
    '{"source":"assistant","models_usage":null',
    "a stream of AutoGen",
  ],
  [
    "Text Generation Inference",
    data({
      index: 1,
      token: { id: 264, text: " a", logprob: -1.2, special: false },
      generated_text: null,
      details: null,
    }),
    '{"index":1,"token":{"id":264',
    "a stream of Text Generation Inference",
  ],
  [
    "n8n",
    ["begin", "item", "end"]
      .map((type) => {
        const metadata = { nodeId: "n", nodeName: "AI Agent", itemIndex: 0, runIndex: 0 };
        return JSON.stringify({ type, ...(type === "item" && { content: "Hi" }), metadata });
      })
      .join("\n"),
    '{"type":"begin","metadata":{"nodeId":"n"',
    "an n8n stream",
  ],
  [
    "Flowise",
    ["start", "token"]
      .map((event) => `message:\ndata:${JSON.stringify({ event, data: "Hi" })}\n\n`)
      .join(""),
    '{"event":"start","data":"Hi"}',
    "a Flowise stream",
  ],
  [
    "texts under names of its own",
    data({ event: "chunk", data: "Hi" }),
    '{"event":"chunk","data":"Hi"}',
    undefined,
  ],
  ["lines of the older AI SDK", '0:"Hi"\n0:" there"\n', '"0:\\"Hi\\""', "a stream of the AI SDK"],
  [
    "the AI SDK with reasoning alone",
    data({ type: "reasoning-start", id: "0" }),
    '{"type":"reasoning-start"',
    "a stream of the AI SDK",
  ],
  ["objects with a token", data({ token: "Hi" }, { token: " there" }), '{"token":"Hi"}', undefined],
  ["plain text and [DONE]", data("Hello", "world", "[DONE]"), '"Hello"', undefined],
  ["hidden characters", data({ a: "b\u202Ec\u2028" }), '{"a":"b\\u{202e}c\\u{2028}"}', undefined],
])(
  "a run on a stream of %s fails with the beginning of its first frame, and the name of its format in development",
  async (_, body, beginning, format) => {
    for (const mode of ["development", "production"]) {
      vi.stubEnv("NODE_ENV", mode);
      const error = await send(body);
      expect(error).toMatchObject({ code: "malformed-stream" });
      expect(error?.message).toContain(
        `No event of AG-UI arrived from http://other.test/run. Its first frame begins with ${beginning}`,
      );
      const isNamed = format !== undefined && mode === "development";
      expect(error?.message).toContain(
        isNamed ? `This looks like ${format}.` : "pass the `dialect`",
      );
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
