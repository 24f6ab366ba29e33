import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Request as the server received it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  /** The body as text. */
  readonly body: string;
  /** Resolves when the client closed the connection before the response had ended. */
  readonly abandoned: Promise<void>;
}

/** Real HTTP server on this machine; `await using` closes it. */
export interface TestServer extends AsyncDisposable {
  /** Address without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Resolves with the request at an index, counted from 0, as soon as it has arrived. */
  request(index?: number): Promise<ReceivedRequest>;
  /** Resets open connections and stops listening. Calling again has no effect. */
  close(): Promise<void>;
}

export type Handler = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>;

/** Starts a server that answers every request with `handle`. */
export async function startHttpServer(handle: Handler): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (incoming, response) => {
    const abandoned = new Promise<void>((resolve) => {
      response.once("close", () => {
        if (!response.writableEnded) resolve();
      });
    });
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const { method, url: path, headers } = incoming;
    const body = Buffer.concat(pieces).toString("utf8");
    const request = { method, path, headers, body, abandoned };
    requests.push(request);
    for (const resume of [...waiting]) resume();
    await handle(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;

  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async request(index = 0) {
      for (;;) {
        const request = requests[index];
        if (request) return request;
        await new Promise<void>((resolve) => {
          const resume = () => {
            waiting.delete(resume);
            resolve();
          };
          waiting.add(resume);
        });
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Options of the response of {@link serveBytes}. */
export interface ServeBytesOptions {
  /** `null` sends no content type. @defaultValue `"text/event-stream"` */
  readonly contentType?: string | null;
  /** Bytes per write; each write is flushed before the next. @defaultValue all at once */
  readonly chunkSize?: number;
  /** @defaultValue 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Resets the connection after this number of bytes. */
  readonly cutAt?: number;
}

/** Starts a server that answers every request with these bytes. */
export function serveBytes(
  bytes: string | Uint8Array,
  options: ServeBytesOptions = {},
): Promise<TestServer> {
  const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const { contentType = "text/event-stream", status = 200, headers, cutAt } = options;
  const served = cutAt === undefined ? all : all.subarray(0, cutAt);
  return startHttpServer(async (response) => {
    response.writeHead(status, {
      ...(contentType !== null && { "content-type": contentType }),
      ...headers,
    });
    response.flushHeaders();
    await writeInChunks(response, served, options.chunkSize);
    if (cutAt === undefined) response.end();
    else response.destroy();
  });
}

/** Writes in chunks without timers: each chunk is written after the previous one was flushed. */
export async function writeInChunks(
  response: ServerResponse,
  bytes: Uint8Array,
  chunkSize: number = Math.max(1, bytes.length),
): Promise<void> {
  response.socket?.setNoDelay(true);
  for (let at = 0; at < bytes.length && !response.destroyed; at += chunkSize) {
    await write(response, bytes.subarray(at, at + chunkSize));
  }
}

/** Resolves when the bytes were handed to the network, or the connection is closed. */
export function write(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("close", done);
      resolve();
    };
    // A write on a closing connection never calls back, so `close` settles the promise.
    response.once("close", done);
    response.write(bytes, done);
    if (response.destroyed) done();
  });
}

/** Returns a URL of this machine that refuses connections. */
export async function refusedUrl(): Promise<string> {
  const server = await startHttpServer(() => {});
  await server.close();
  return server.url;
}
