import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** Socket as the server saw it. */
export interface ServerSocket {
  readonly path: string | undefined;
  readonly protocol: string;
  /** Parsed messages so far. */
  readonly messages: readonly unknown[];
  /** Resolves with the client's close code, unless the server closed first. */
  readonly hungUp: Promise<number>;
}

/** Real WebSocket server on this machine; `await using` closes it. */
export interface TestSocketServer extends AsyncDisposable {
  /** Address without a trailing slash: `ws://127.0.0.1:PORT`. */
  readonly url: string;
  /** Sockets so far, in order. */
  readonly sockets: readonly ServerSocket[];
}

/** Starts a server that answers the messages of every socket with `handle`. */
export async function startWebSocketServer(
  handle: (socket: WebSocket, message: never, serverSocket: ServerSocket) => void | Promise<void>,
): Promise<TestSocketServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const sockets: ServerSocket[] = [];
  server.on("connection", (socket, { url: path }) => {
    const messages: unknown[] = [];
    const hungUp = new Promise<number>((resolve) => {
      socket.once("close", (code) => resolve(code));
    });
    const serverSocket: ServerSocket = { path, protocol: socket.protocol, messages, hungUp };
    sockets.push(serverSocket);
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      messages.push(message);
      // The type of the messages is chosen by the test.
      void handle(socket, message as never, serverSocket);
    });
  });
  // A server that listens on a port has an address of this type.
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

/** Resolves when the text was handed to the network. */
export function sendText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
  });
}
