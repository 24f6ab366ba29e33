import { describe, expect, test } from "vitest";
import { createThread, httpAgent } from "../../../src/core.ts";
import { awaken } from "../../../src/dialects.ts";
import { startHttpServer } from "../../support/httpServer.ts";

const textEvents = (messageId: string, delta: string) => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];
const ids = { threadId: "t1", runId: "r1" };
const run = [
  { type: "RUN_STARTED", ...ids },
  ...textEvents("a1", "Let me look."),
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "a1" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", messageId: "", toolCallId: "c1", content: "a cat" },
  ...textEvents("a2", "A cat."),
  { type: "RUN_FINISHED", ...ids },
];
const replay = run.map((event, i) => `id: ${i + 1}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const text = (words: string) => ({ type: "text", text: words });
const call = { type: "tool_use", id: "c1", name: "look", input: {} };

/** A page of the history, whose result names its call when `isNamed` is true. */
const page = (isNamed: boolean) => ({
  messages: [
    { id: "u1", role: "user", content: [text("What is it?")] },
    { id: "a1", role: "assistant", content: [text("Let me look."), ...(isNamed ? [call] : [])] },
    {
      ...{ id: "x1", role: "tool" },
      content: [
        isNamed ? { type: "tool_result", tool_use_id: "c1", content: "a cat" } : text("a cat"),
      ],
    },
    { id: "a2", role: "assistant", content: [text("A cat.")] },
  ],
  has_more: false,
});

test.each([
  ["names its call", true],
  ["does not name its call", false],
])("a replay does not repeat a result that %s in the history", async (_, isNamed) => {
  await using server = await startHttpServer((response, { path = "" }) => {
    const isHistory = path.includes("/messages");
    const contentType = isHistory ? "application/json" : "text/event-stream";
    response.writeHead(200, { "content-type": contentType });
    if (isHistory) response.end(JSON.stringify(page(isNamed)));
    else response.end(path.includes("cursor=") ? "" : replay);
  });
  const agent = httpAgent({ url: `${server.url}/v1/ag-ui/run`, dialect: awaken({ pollMs: 1 }) });
  const thread = createThread({ agent, threadId: "t1" });
  expect((await thread.connect()).outcome).toBe("success");
  const { messages, toolCalls, issues } = thread.getSnapshot();
  expect(messages).toMatchObject([
    { id: "u1", role: "user", content: "What is it?" },
    { id: "a1", role: "assistant", content: "Let me look.", toolCalls: [{ id: "c1" }] },
    { id: "c1_result", role: "tool", toolCallId: "c1", content: "a cat" },
    { id: "a2", role: "assistant", content: "A cat." },
  ]);
  expect(toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "c1_result" });
  expect(issues).toEqual([]);
});

describe("a server without storage, which answers 503 to a replay", () => {
  const openThread = async (
    answer: (path: string) => { status: number; body?: string },
    { attempts } = { attempts: 2 },
  ) => {
    const paths: string[] = [];
    const server = await startHttpServer((response, { path = "" }) => {
      paths.push(path);
      const { status, body = "" } = answer(path);
      const type = path.includes("/messages") ? "application/json" : "text/event-stream";
      response.writeHead(status, { "content-type": type });
      response.end(body);
    });
    const agent = httpAgent({ url: `${server.url}/v1/ag-ui/run`, dialect: awaken({ pollMs: 1 }) });
    const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 1, attempts } });
    return { server, thread, paths };
  };

  test("has nothing to attach to, so connecting ends well and shows the history", async () => {
    const { server, thread, paths } = await openThread((path) =>
      path.includes("/messages")
        ? { status: 200, body: JSON.stringify(page(true)) }
        : { status: 503 },
    );
    await using _ = server;
    expect(await thread.connect()).toMatchObject({ outcome: "success" });
    const { run: info, messages } = thread.getSnapshot();
    expect(info).toMatchObject({ status: "idle" });
    expect(info).not.toHaveProperty("error");
    expect(messages).toHaveLength(4);
    expect(paths.filter((path) => path.includes("/replay"))).toHaveLength(1);
  });

  test("ends a run that was cut off after four requests, and offers to try again", async () => {
    const half = run.slice(0, 2).map((event) => `data: ${JSON.stringify(event)}\n\n`);
    const { server, thread, paths } = await openThread(
      (path) => (path.endsWith("/run") ? { status: 200, body: half.join("") } : { status: 503 }),
      { attempts: 50 },
    );
    await using _ = server;
    const { outcome, error } = await thread.send("What is it?");
    expect({ outcome, code: error?.code }).toEqual({ outcome: "error", code: "network" });
    expect(paths.filter((path) => path.includes("/replay"))).toHaveLength(4);
  });

  test("is unavailable when it has given a cursor before", async () => {
    const first = run.slice(0, 2);
    const half = first.map((event, i) => `id: ${i + 1}\ndata: ${JSON.stringify(event)}\n\n`);
    const { server, thread } = await openThread((path) => {
      if (path.includes("/messages")) return { status: 200, body: '{"messages":[]}' };
      return path.includes("cursor=") ? { status: 503 } : { status: 200, body: half.join("") };
    });
    await using _ = server;
    const { outcome, error } = await thread.connect();
    expect({ outcome, code: error?.code }).toEqual({ outcome: "error", code: "network" });
  });
});
