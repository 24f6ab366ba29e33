import { HttpAgent } from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { fromAbstractAgent } from "../../../src/transport/abstractAgent/fromAbstractAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { wireFormats } from "../../support/encode.ts";
import { serveBytes, startHttpServer, write } from "../../support/httpServer.ts";
import { readRecording } from "../../support/recordings.ts";
import { finished, started } from "../../support/runEvents.ts";

describe("an HttpAgent", () => {
  test("streams a recording from a real server, through a middleware", async () => {
    const bytes = readRecording("copilotkit/backend-tool.sse");
    await using server = await serveBytes(bytes, { chunkSize: 50 });
    const remote = new HttpAgent({ url: server.url, headers: { "x-tenant": "acme" } });
    remote.use((input, next) => next.run({ ...input, forwardedProps: { via: "middleware" } }));
    const input = runInput();
    const run = await collect(fromAbstractAgent(remote), { input });
    expect(run.error).toBeUndefined();
    expect(run.events).toEqual(readSse(new TextDecoder().decode(bytes)));
    const request = await server.request();
    expect(request.headers["x-tenant"]).toBe("acme");
    expect(JSON.parse(request.body)).toEqual({ ...input, forwardedProps: { via: "middleware" } });
  });

  test("closes its connection when the run is aborted, and can run again", async () => {
    await using server = await startHttpServer(async (response, { path }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, wireFormats.sse.encode(started));
      if (path === "/second") response.end(wireFormats.sse.encode(finished));
    });
    const remote = new HttpAgent({ url: server.url });
    const agent = fromAbstractAgent(remote);
    const abort = new AbortController();
    const stream = agent.run(runInput(), abort)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual([started]);
    abort.abort("enough");
    await expect(stream.next()).rejects.toBe("enough");
    await (await server.request()).abandoned;

    remote.url = `${server.url}/second`;
    expect(await collect(agent)).toMatchObject({ events: [started, finished] });
  });

  test("closes its connection when the server leaves it open after the end of the run", async () => {
    await using server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, wireFormats.sse.encode(started));
      await write(response, wireFormats.sse.encode(finished));
    });
    const agent = fromAbstractAgent(new HttpAgent({ url: server.url }));
    const thread = createThread({ agent: { ...agent, endMs: 10 } });
    expect(await thread.run()).toMatchObject({ outcome: "success" });
    await (await server.request()).abandoned;
  });

  test("closes its connection when the run is aborted before the answer", async () => {
    await using server = await startHttpServer(() => {});
    const abort = new AbortController();
    const run = collect(fromAbstractAgent(new HttpAgent({ url: server.url })), abort);
    const request = await server.request();
    abort.abort("enough");
    expect((await run).error).toBe("enough");
    await request.abandoned;
  });

  test("serves two threads at once, and stopping one leaves the other running", async () => {
    await using server = await startHttpServer(async (response, { body }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, wireFormats.sse.encode(started));
      if (body.includes('"second"')) {
        await (await server.request(0)).abandoned;
        response.end(wireFormats.sse.encode(finished));
      }
    });
    const agent = fromAbstractAgent(new HttpAgent({ url: server.url }));
    const abort = new AbortController();
    const first = agent.run(runInput({ threadId: "first" }), abort)[Symbol.asyncIterator]();
    await first.next();
    const second = collect(agent, { input: runInput({ threadId: "second" }) });
    await server.request(1);
    abort.abort("enough");
    await expect(first.next()).rejects.toBe("enough");
    expect(await second).toMatchObject({ events: [started, finished] });
    expect((await second).error).toBeUndefined();
  });

  test("fails with `http-status` when the server refuses the run", async () => {
    await using server = await serveBytes('{"error":"who?"}', {
      status: 401,
      contentType: "application/json",
    });
    const run = await collect(fromAbstractAgent(new HttpAgent({ url: server.url })));
    expect(run.error).toMatchObject({
      code: "http-status",
      context: { status: 401, body: '{"error":"who?"}' },
      message: expect.stringContaining("401"),
    });
  });
});
