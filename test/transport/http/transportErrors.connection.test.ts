import { describe, expect, test, vi } from "vitest";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { refusedUrl, serveBytes, startHttpServer, write } from "../../support/httpServer.ts";
import { event, failureOf, sse } from "./failedRequest.ts";

/** Creates a fetch whose response the test writes step by step. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "content-type": "text/event-stream" };
  return {
    fetch: async () => new Response(readable, { headers }),
    send: (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
  };
}

describe("a failed connection", () => {
  test("the request fails with `network` when the server is not running", async () => {
    const url = await refusedUrl();
    const error = await failureOf(collect(httpAgent({ url })));
    expect(error).toMatchObject({ code: "network", context: { url }, cause: expect.any(Error) });
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).toContain("CORS");
  });

  test("the request fails with `network` when the connection is reset before the response", async () => {
    await using server = await startHttpServer((response) => void response.destroy());
    const error = await failureOf(collect(httpAgent({ url: server.url })));
    expect(error).toMatchObject({ code: "network" });
  });

  test("wherever the stream is reset, after the complete events", async () => {
    const bytes = new TextEncoder().encode(sse + sse);
    for (const cutAt of [0, 1, sse.length - 1, sse.length, sse.length + 9, bytes.length]) {
      await using server = await serveBytes(bytes, { cutAt });
      const run = await collect(httpAgent({ url: server.url }));
      expect(run.events).toHaveLength(Math.floor(cutAt / sse.length));
      expect(run.error).toMatchObject({ code: "network" });
    }
  });

  test("the request fails with `network` when fetch throws synchronously", async () => {
    const agent = httpAgent({
      url: "/agent",
      fetch: () => {
        throw new TypeError("Failed to parse URL");
      },
    });
    const error = await failureOf(collect(agent));
    expect(error).toMatchObject({ code: "network" });
    expect(error.message).toContain("Failed to parse URL");
  });
});

describe("a silent server", () => {
  test("the request fails with `timeout` when no response arrives", async () => {
    await using server = await startHttpServer(() => {});
    const agent = httpAgent({ url: server.url, timeouts: { responseMs: 500 } });
    const error = await failureOf(collect(agent));
    expect(error).toMatchObject({ code: "timeout", context: { timeoutMs: 500, url: server.url } });
    expect(error.message).toContain("was silent for 500 ms");
    await (await server.request()).abandoned;
  });

  test("the request fails with `timeout` even when fetch ignores its signal", async () => {
    const agent = httpAgent({
      url: "http://agent.test/",
      timeouts: { responseMs: 20 },
      fetch: () => new Promise(() => {}),
    });
    expect(await failureOf(collect(agent))).toMatchObject({ code: "timeout" });
  });

  test("the request fails with `timeout` when the stream stops in the middle", async () => {
    await using server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, `${sse}data: {"ty`);
    });
    const run = await collect(httpAgent({ url: server.url, timeouts: { idleMs: 500 } }));
    expect(run.events).toEqual([event]);
    expect(run.error).toMatchObject({ code: "timeout" });
  });

  test("a heartbeat restarts the limit", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { fetch, send } = openStream();
    const agent = httpAgent({ url: "http://agent.test/", fetch, timeouts: { idleMs: 1_000 } });
    const run = collect(agent);
    for (let beat = 0; beat < 5; beat++) {
      await vi.advanceTimersByTimeAsync(999);
      send(":\n\n");
    }
    await vi.advanceTimersByTimeAsync(999);
    send(sse);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await run).toMatchObject({ events: [event], error: { code: "timeout" } });
  });

  test("time without a reader does not count", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { fetch, send } = openStream();
    const agent = httpAgent({ url: "http://agent.test/", fetch, timeouts: { idleMs: 1_000 } });
    const stream = agent.run(runInput(), new AbortController())[Symbol.asyncIterator]();
    send(sse);
    await stream.next();
    await vi.advanceTimersByTimeAsync(60_000);
    send(sse);
    vi.useRealTimers();
    expect(await stream.next()).toEqual({ done: false, value: [event] });
    await stream.return?.();
  });

  test.each([0, Number.POSITIVE_INFINITY, 2 ** 31])(
    "a limit of %d disables the timeout",
    async (ms) => {
      await using server = await serveBytes(sse, { chunkSize: 1 });
      const agent = httpAgent({ url: server.url, timeouts: { responseMs: ms, idleMs: ms } });
      expect(await collect(agent)).toMatchObject({ events: [event] });
    },
  );
});
