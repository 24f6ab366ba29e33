import { expect, onTestFinished, test } from "vitest";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { finished, started } from "../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";

// The WebSocket of the browser environment, with DOM events and without the `ws` package.

test("a webSocketAgent in a browser uses the global WebSocket", async () => {
  const server = await startWebSocketServer(async (socket) => {
    await sendText(socket, JSON.stringify({ ...started, eventId: "1" }));
    await sendText(socket, JSON.stringify({ ...finished, eventId: "2" }));
    socket.close(1000);
  });
  // `await using` needs a symbol that the realm of jsdom lacks in Node 20.
  onTestFinished(() => server[Symbol.asyncDispose]());
  const run = await collect(webSocketAgent({ url: server.url }));
  expect(run.error).toBeUndefined();
  expect(run.events).toMatchObject([started, finished]);
  expect(run.cursors.at(-1)).toBe("2");
  expect(server.sockets[0]?.messages).toEqual([runInput()]);
});

test("a broken or refused socket in a browser fails the run with `network`", async () => {
  const server = await startWebSocketServer(async (socket) => {
    await sendText(socket, JSON.stringify(started));
    socket.terminate();
  });
  const agent = webSocketAgent({ url: server.url });
  expect(await collect(agent)).toMatchObject({ events: [started], error: { code: "network" } });
  await server[Symbol.asyncDispose]();
  expect(await collect(agent)).toMatchObject({ events: [], error: { code: "network" } });
  const nowhere = webSocketAgent({ url: "mailto:nobody@example.com" });
  expect(await collect(nowhere)).toMatchObject({ events: [], error: { code: "network" } });
});
