import { expect, test } from "vitest";
import { openSocket } from "../../../src/transport/webSocket/openSocket.ts";
import type { WebSocketLike } from "../../../src/transport/webSocket/webSocketAgentOptions.ts";

/** Creates a class of sockets without a network, the sockets it makes, and what they send. */
function createSocketClass() {
  const sent: string[] = [];
  const sockets: Socket[] = [];
  class Socket implements WebSocketLike {
    onopen: ((event: object) => void) | null = null;
    onmessage: WebSocketLike["onmessage"] = null;
    onerror: WebSocketLike["onerror"] = null;
    onclose: WebSocketLike["onclose"] = null;
    constructor() {
      sockets.push(this);
    }
    send(data: string) {
      sent.push(data);
    }
    close() {
      sent.push("closed");
    }
  }
  return { Socket, sent, sockets };
}

test.each([
  ["is open", true, ['{"stop":1}', "closed"]],
  ["has not opened yet", false, ["closed"]],
] as const)("a socket that %s is closed with these frames: %j", (_, isOpen, expected) => {
  const { Socket, sent, sockets } = createSocketClass();
  const url = "ws://localhost/agent";
  const socket = openSocket({ url, WebSocket: Socket }, url, url);
  if (isOpen) sockets[0]?.onopen?.({});
  socket.close([{ stop: 1 }]);
  expect(sent).toEqual(expected);
});
