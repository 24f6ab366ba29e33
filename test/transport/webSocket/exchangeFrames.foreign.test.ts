import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect } from "../../support/collect.ts";
import { customEvent } from "../../support/runEvents.ts";
import { sendText, startWebSocketServer } from "../../support/webSocketServer.ts";

/** Reads what a server sends before it closes the socket. */
async function read(messages: readonly string[], connect?: object) {
  await using server = await startWebSocketServer(async (socket) => {
    for (const text of messages) await sendText(socket, text);
    socket.close();
  });
  const agent = webSocketAgent({ url: server.url, WebSocket });
  return (await collect(agent, connect && { connect })).error;
}

test.each([
  ["objects", ['{"token":"Hi"}', '{"token":" there"}'], '{"token":"Hi"}'],
  ["text", ["Hello"], '"Hello"'],
])("a run fails when only other %s arrive on the socket", async (_, messages, beginning) => {
  expect(await read(messages)).toMatchObject({
    code: "malformed-stream",
    message: expect.stringContaining(`Its first frame begins with ${beginning}.`),
  });
});

test.each([
  [
    "an event follows",
    ['{"status":"connected"}', JSON.stringify(customEvent("greeting"))],
    undefined,
  ],
  ["the socket replays a thread", ['{"status":"connected"}'], {}],
  ["only heartbeats arrive", ['{"type":"ping"}', ""], undefined],
])("a greeting or a heartbeat is no fault when %s", async (_, messages, connect) => {
  expect(await read(messages, connect)).toBeUndefined();
});
