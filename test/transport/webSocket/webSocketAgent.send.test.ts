import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { arkavo } from "../../../src/dialects.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { createDeferred } from "../../support/deferred.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";

interface Frame {
  readonly type: string;
}

const dashboard = { type: "roiDashboard", dashboard: { roi: 2 } };
const start = { type: "lifecycle.start", sessionId: "s" };
const text = { type: "messageDelta", messageId: "m1", delta: { type: "text", text: "Hi" } };
const end = { type: "lifecycle.end", reason: "complete" };

/** Starts a gateway that answers requests for the dashboard, and sends a run until it is asked to end. */
async function startGateway() {
  const isRunning = createDeferred();
  const server = await startWebSocketServer(async (socket, { type }: Frame) => {
    const send = (frame: object) => sendText(socket, JSON.stringify(frame));
    if (type === "getRoiDashboard") await send(dashboard);
    if (type === "endTheRun") await send(end);
    if (type === "hangUp") socket.close(1000);
    if (type !== "userMessage") return;
    await send(start);
    await send(text);
    isRunning.resolve();
  });
  const agent = webSocketAgent({
    ...{ url: server.url, WebSocket, lingerMs: 20 },
    dialect: arkavo({ agentId: "coder" }),
  });
  const framesOf = (index: number) =>
    server.sockets[index]?.messages.map((message) => (message as Frame).type);
  return { server, agent, isRunning, framesOf };
}

describe("`send` of webSocketAgent", () => {
  test("sends frames on the socket of the running run, which receives the answer", async () => {
    const { server, agent, isRunning, framesOf } = await startGateway();
    await using _ = server;
    const thread = createThread({ agent, threadId: "t1" });
    const customs: unknown[] = [];
    const hasDashboard = createDeferred();
    thread.subscribe({
      onEvent(event) {
        if (event.type !== "CUSTOM") return;
        customs.push(event.name, event.value);
        hasDashboard.resolve();
      },
    });
    const sent = thread.send("Hello");
    await isRunning.promise;
    expect(await agent.send([{ type: "getRoiDashboard" }], { threadId: "t1" })).toEqual([]);
    await hasDashboard.promise;
    await agent.send([{ type: "endTheRun" }], { threadId: "t1" });
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(customs).toEqual(["arkavo.roi_dashboard", { dashboard: { roi: 2 } }]);
    expect(server.sockets).toHaveLength(1);
    expect(framesOf(0)).toEqual(["chatOpen", "userMessage", "getRoiDashboard", "endTheRun"]);
  });

  test("opens a socket without a run, and resolves with the answer", async () => {
    const { server, agent, framesOf } = await startGateway();
    await using _ = server;
    const answer = await agent.send([{ type: "getRoiDashboard" }], { threadId: "t1" });
    expect(answer).toContainEqual({
      ...{ type: "CUSTOM", name: "arkavo.roi_dashboard" },
      value: { dashboard: { roi: 2 } },
    });
    // No run was begun, and none was stopped.
    expect(framesOf(0)).toEqual(["getRoiDashboard"]);
    expect(await server.sockets[0]?.hungUp).toBe(1000);
  });

  test("opens a socket for another thread than that of the run, and after the run", async () => {
    const { server, agent, isRunning, framesOf } = await startGateway();
    await using _ = server;
    const thread = createThread({ agent, threadId: "t1" });
    const sent = thread.send("Hello");
    await isRunning.promise;
    await agent.send([{ type: "getRoiDashboard" }], { threadId: "t2" });
    await agent.send([{ type: "endTheRun" }], { threadId: "t1" });
    await sent;
    await agent.send([{ type: "getRoiDashboard" }], { threadId: "t1" });
    expect([framesOf(1), framesOf(2)]).toEqual([["getRoiDashboard"], ["getRoiDashboard"]]);
  });

  test.each([
    ["the server closes the socket", { type: "hangUp" }, {}],
    ["there is no response within `responseMs`", { type: "mute" }, { responseMs: 30 }],
    ["no response is awaited", { type: "mute" }, { responseMs: 0 }],
  ])("resolves with an empty answer when %s", async (_, frame, options) => {
    const { server, agent, framesOf } = await startGateway();
    await using __ = server;
    expect(await agent.send([frame], { threadId: "t1", ...options })).toEqual([]);
    await expect.poll(() => framesOf(0)).toEqual([frame.type]);
  });

  test("rejects when its signal aborts, and closes the socket without further frames", async () => {
    const { server, agent, framesOf } = await startGateway();
    await using _ = server;
    const controller = new AbortController();
    const answer = agent.send([{ type: "mute" }], { threadId: "t1", signal: controller.signal });
    await expect.poll(() => framesOf(0)).toEqual(["mute"]);
    controller.abort(new Error("left"));
    await expect(answer).rejects.toThrow("left");
    await server.sockets[0]?.hungUp;
    expect(framesOf(0)).toEqual(["mute"]);
  });

  test.each([[[]], [["text"]], [{ type: "x" }]])("rejects %j as frames", async (frames) => {
    const agent = webSocketAgent({ url: "ws://127.0.0.1:9", WebSocket });
    // Values that a page without types may pass.
    await expect(agent.send(frames as never, { threadId: "t1" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  test("rejects when the server cannot be reached", async () => {
    const agent = webSocketAgent({ url: "ws://127.0.0.1:9", WebSocket });
    await expect(agent.send([{ type: "x" }], { threadId: "t1" })).rejects.toMatchObject({
      code: "network",
    });
  });
});

test.each([
  ["firstEventMs", []],
  ["eventMs", [text]],
])(
  "a WebSocket that sends only frames without a meaning fails after `%s`",
  async (name, frames) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    await using server = await startWebSocketServer(async (socket, { type }: Frame) => {
      if (type !== "userMessage") return;
      for (const frame of [start, ...frames]) await sendText(socket, JSON.stringify(frame));
      const empty = JSON.stringify({ type: "messagesSnapshot", messages: [] });
      timer = setInterval(() => socket.send(empty), 5);
      socket.once("close", () => clearInterval(timer));
    });
    const agent = webSocketAgent({
      ...{ url: server.url, WebSocket, dialect: arkavo() },
      timeouts: { [name]: 60 },
    });
    const { error } = await createThread({ agent }).send("Hello");
    expect(error).toMatchObject({
      code: "timeout",
      message: expect.stringContaining(`timeouts.${name}`),
    });
  },
);
