import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** One socket as the server saw it. */
export interface SeenSocket {
  readonly path: string | undefined;
  readonly protocol: string;
  /** Every message so far, parsed. */
  readonly messages: readonly unknown[];
  /** Resolves with the code that the client closed with, unless the server has closed before. */
  readonly hungUp: Promise<number>;
}

/** A real WebSocket server on this machine; `await using` closes it. */
export interface TestSocketServer extends AsyncDisposable {
  /** Where it listens, without a slash at the end: `ws://127.0.0.1:PORT`. */
  readonly url: string;
  /** Every socket so far, in order. */
  readonly sockets: readonly SeenSocket[];
}

/** Starts a server that answers the messages of every socket with `handle`. */
export async function startWebSocketServer(
  handle: (socket: WebSocket, message: never, seen: SeenSocket) => void | Promise<void>,
): Promise<TestSocketServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const sockets: SeenSocket[] = [];
  server.on("connection", (socket, { url: path }) => {
    const messages: unknown[] = [];
    const hungUp = new Promise<number>((resolve) => {
      socket.once("close", (code) => resolve(code));
    });
    const seen: SeenSocket = { path, protocol: socket.protocol, messages, hungUp };
    sockets.push(seen);
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      messages.push(message);
      // What a test expects of its own agent's messages is its own affair.
      void handle(socket, message as never, seen);
    });
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

/** Resolves when the text has been handed to the network. */
export function sendText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
  });
}
