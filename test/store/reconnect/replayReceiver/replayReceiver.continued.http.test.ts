import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, httpAgent, type Thread } from "../../../../src/core.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { startHttpServer } from "../../../support/httpServer.ts";
import { runEvents } from "../../../support/runEvents.ts";

const ids = { threadId: "t1", runId: "r1" };
const started: EventInput = { type: "RUN_STARTED", ...ids };
const state: EventInput = { type: "STATE_SNAPSHOT", snapshot: { n: 1 } };
const content = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
];
const text = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  ...content(messageId, delta),
];
const callChunk = (fields: object, delta: string): EventInput[] => [
  { type: "TOOL_CALL_CHUNK", toolCallId: "c", ...fields, delta },
];
const rest: EventInput[] = [
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: ":1}" },
  { type: "TOOL_CALL_END", toolCallId: "c" },
];
const call: EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "paint" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"a"' },
];
const looking: readonly EventInput[] = [
  ...text("m", "Let me look."),
  { type: "TEXT_MESSAGE_END", messageId: "m" },
];
const result: EventInput = {
  type: "TOOL_CALL_RESULT",
  messageId: "x",
  toolCallId: "c",
  content: "ok",
};

/** A run whose connection is lost: what was received, and what the server sends to a client that connects. */
const cases: readonly (readonly [string, readonly EventInput[], readonly EventInput[]])[] = [
  ["a message", text("m", "Hello"), content("m", " world")],
  ["a message after a state", text("m", "Hello"), [state, ...content("m", " world")]],
  ["a message in chunks", [chunk("Hello")], [chunk(" world")]],
  ["a call", [...looking, ...call], [...rest, result, ...text("m2", "Found.")]],
  ["a call of the browser", [...looking, ...call], rest],
  [
    "a call in chunks",
    [chunk("Let me look."), ...callChunk({ toolCallName: "paint" }, '{"a"')],
    callChunk({}, ":1}"),
  ],
  [
    "a call that waits for its result",
    [...looking, ...call, ...rest],
    [result, ...text("m2", "Found.")],
  ],
  ["a finished message", looking, []],
];

function chunk(delta: string): EventInput {
  return { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta };
}

const toSse = (events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** Starts a server that sends the first events of a run, and the others to a client that connects. */
function startServer(first: readonly EventInput[], later: readonly EventInput[], drops: boolean) {
  let runCount = 0;
  return startHttpServer((response, { path }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (path === "/connect") response.end(toSse(runEvents("r1", ...later)));
    else if (++runCount > 1) response.end(toSse(runEvents("r2")));
    else response.write(toSse([started, ...first]), () => drops && response.destroy());
  });
}

function createPainter(url: string, options: object = {}): Thread {
  const thread = createThread({
    agent: httpAgent({ url: `${url}/run`, connectUrl: `${url}/connect` }),
    threadId: "t1",
    reconnect: { firstMs: 0 },
    ...options,
  });
  thread.registerTool({ name: "paint", description: "Paints", handler: (args) => args });
  return thread;
}

const messagesOf = (thread: Thread) => structuredClone(thread.getSnapshot().messages.slice(1));

/** Returns the messages of a thread that received everything over one connection. */
async function receiveWhole(events: readonly EventInput[]) {
  await using server = await startServer([...events, { type: "RUN_FINISHED", ...ids }], [], true);
  const thread = createPainter(server.url);
  await thread.send("Hi");
  return shapesOf(thread);
}

/** Returns the messages without the random ids of results from the browser. */
const shapesOf = (thread: Thread) =>
  messagesOf(thread).map((message) =>
    message.role === "tool" ? { ...message, id: "result" } : message,
  );

describe.each(cases)("a joined run that continues %s without a start", (_, first, later) => {
  test("adds to what was received before the connection was lost", async () => {
    const whole = await receiveWhole([...first, ...later]);
    await using server = await startServer(first, later, true);
    const thread = createPainter(server.url);
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(shapesOf(thread)).toEqual(whole);
  });

  test("adds to what was stored before a reload", async () => {
    const whole = await receiveWhole([...first, ...later]);
    await using server = await startServer(first, later, false);
    const storage = memoryStorage();
    const left = createPainter(server.url, { storage });
    left.send("Hi").catch(() => {});
    await vi.waitUntil(() => JSON.stringify(messagesOf(left)).includes(lastReceived(first)));
    await vi.waitUntil(() => left.isStored());
    left.dispose();
    const thread = createPainter(server.url, { storage });
    await vi.waitUntil(() => thread.getSnapshot().run.outcome === "success", { interval: 1 });
    await vi.waitUntil(() => thread.getSnapshot().run.status === "idle", { interval: 1 });
    expect(shapesOf(thread)).toEqual(whole);
  });
});

/** Returns the last delta of events, as JSON text has it. */
function lastReceived(events: readonly EventInput[]): string {
  const last = events.findLast((event) => "delta" in event);
  const delta = last && "delta" in last ? String(last.delta) : "";
  return JSON.stringify(delta).slice(1, -1);
}
