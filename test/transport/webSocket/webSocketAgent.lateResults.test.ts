import { once } from "node:events";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import type { EventInput } from "../../../src/protocol/events.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect } from "../../support/collect.ts";
import { finished, started } from "../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";

const call: EventInput = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" };
const result: EventInput = {
  type: "TOOL_CALL_RESULT",
  messageId: "x1",
  toolCallId: "c1",
  content: "4",
};

test("a webSocketAgent waits longer than `lingerMs` for the result of a tool of the server", async () => {
  await using server = await startWebSocketServer(async (socket) => {
    await sendText(socket, JSON.stringify([started, call, finished]));
    // The result comes many times later than the end of `lingerMs`.
    for (let round = 0; round < 50; round++) {
      socket.ping();
      await Promise.race([once(socket, "pong"), once(socket, "close")]);
    }
    await sendText(socket, JSON.stringify(result));
  });
  const agent = webSocketAgent({ url: server.url, WebSocket, lingerMs: 0 });
  const run = await collect(agent);
  expect([run.error, run.events]).toEqual([undefined, [started, call, finished, result]]);
});

test("a webSocketAgent waits for `timeouts.endMs` at most for a result that never comes", async () => {
  const sent = [started, call, finished];
  await using server = await startWebSocketServer((socket) =>
    sendText(socket, JSON.stringify(sent)),
  );
  const timeouts = { endMs: 1, idleMs: 60_000 };
  const agent = webSocketAgent({ url: server.url, WebSocket, lingerMs: 0, timeouts });
  const run = await collect(agent);
  expect([run.error, run.events]).toEqual([undefined, sent]);
});

test("a webSocketAgent ends a run although the server repeats a state", async () => {
  const state = { type: "STATE_SNAPSHOT", snapshot: { n: 1 } } as const;
  await using server = await startWebSocketServer(async (socket) => {
    await sendText(socket, JSON.stringify([started, finished]));
    const timer = setInterval(() => socket.send(JSON.stringify(state)), 20);
    await once(socket, "close");
    clearInterval(timer);
  });
  const agent = webSocketAgent({ url: server.url, WebSocket, lingerMs: 100 });
  const run = await collect(agent);
  expect(run.error).toBeUndefined();
  // Three times `lingerMs` has 15 states, after the two events of the run.
  expect(run.events.length).toBeLessThan(25);
});
