import { afterEach, describe, expect, it } from "vitest";
import { agentProxy, readHeaders } from "../../../demo/server/agentProxy.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { runInput } from "../../support/collect.ts";
import {
  refusedUrl,
  serveBytes,
  startHttpServer,
  type TestServer,
  write,
} from "../../support/httpServer.ts";
import { type Demo, startDemo } from "../support/demo.ts";

const opened: (Demo | TestServer)[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function startDemoFor(server: TestServer, path = "/agents/one?key=secret"): Promise<Demo> {
  const demo = await startDemo({
    agentUrl: server.url + path,
    agentHeaders: { Authorization: "Bearer token" },
  });
  opened.push(demo, server);
  return demo;
}

describe("the demo with AGENT_URL", () => {
  it("posts to the address with AGENT_HEADERS, and without headers of the page", async () => {
    const server = await serveBytes("data: {}\n\n");
    const demo = await startDemoFor(server);
    await fetch(`${demo.url}/your-agent`, {
      method: "POST",
      headers: { origin: demo.url, cookie: "session=1", accept: "text/event-stream" },
      body: JSON.stringify(runInput()),
    });
    const { method, path, headers, body } = await server.request();
    expect({ method, path }).toEqual({ method: "POST", path: "/agents/one?key=secret" });
    expect(JSON.parse(body)).toEqual(runInput());
    expect(headers).toMatchObject({ authorization: "Bearer token", accept: "text/event-stream" });
    expect(headers.host).toBe(new URL(server.url).host);
    expect(headers).not.toHaveProperty("origin");
    expect(headers).not.toHaveProperty("cookie");
  });

  it("streams every chunk as it arrives", async () => {
    let finish: (() => void) | undefined;
    const server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, "data: 1\n\n");
      finish = () => response.end("data: 2\n\n");
    });
    const demo = await startDemoFor(server);
    const response = await fetch(`${demo.url}/your-agent`, { method: "POST", body: "{}" });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    // The second chunk is written only after the first one was received.
    expect((await reader?.read())?.value).toBe("data: 1\n\n");
    finish?.();
    expect((await reader?.read())?.value).toBe("data: 2\n\n");
    expect((await reader?.read())?.done).toBe(true);
  });

  it("closes the upstream connection when the page disconnects", async () => {
    const server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      await write(response, ": open\n\n");
    });
    const demo = await startDemoFor(server);
    const controller = new AbortController();
    const { signal } = controller;
    const response = await fetch(`${demo.url}/your-agent`, { method: "POST", body: "{}", signal });
    await response.body?.getReader().read();
    controller.abort();
    await (await server.request()).abandoned;
  });

  it("forwards the status, headers and body of an error", async () => {
    const server = await serveBytes('{"error":"No seats left"}', {
      status: 429,
      contentType: "application/json",
      // Longer than the kit waits before it sends a run again.
      headers: { "retry-after": "60" },
    });
    const demo = await startDemoFor(server);
    const thread = createThread({ agent: httpAgent({ url: `${demo.url}/your-agent` }) });
    const { error } = await thread.send("Hello");
    expect(error).toMatchObject({ code: "http-status", context: { status: 429 } });
    expect(error?.message).toMatch(/No seats left.*60/s);
  });

  it("responds with a JSON error when the server cannot be reached", async () => {
    const url = await refusedUrl();
    const demo = await startDemo({ agentUrl: `${url}/agent` });
    opened.push(demo);
    const response = await fetch(`${demo.url}/your-agent`, { method: "POST", body: "{}" });
    expect(response.status).toBe(502);
    const { error } = await response.json();
    expect(error).toContain(`${url}/agent cannot be reached`);
  });

  it.each(["localhost:8000", "not an address", "ftp://example.com"])("refuses %s", (url) => {
    expect(() => agentProxy({ url })).toThrow(/AGENT_URL is ".*", not an address/);
  });
});

describe("the AGENT_HEADERS parser", () => {
  it("accepts a JSON object of strings, or nothing", () => {
    expect(readHeaders('{"X-Key":"1"}')).toEqual({ "X-Key": "1" });
    expect(readHeaders(undefined)).toEqual({});
    for (const wrong of ["X-Key: 1", '{"X-Key":1}', "null", '"X-Key"']) {
      expect(() => readHeaders(wrong)).toThrow(/AGENT_HEADERS/);
    }
  });
});
