import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { type Handler, startHttpServer } from "../../support/httpServer.ts";

const json =
  (body: unknown, status = 200): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };

test("an agent without routes has no route methods", () => {
  const agent = httpAgent({ url: "/agent" });
  expect(agent).not.toHaveProperty("getCapabilities");
  expect(agent).not.toHaveProperty("cancel");
  expect(agent).not.toHaveProperty("getState");
  const none = httpAgent({ url: "/agent", routes: { getState: undefined } as object });
  expect(none).not.toHaveProperty("getState");
});

test("a failure on a route has an error code", async () => {
  await using server = await startHttpServer((response) => void response.end("<html>"));
  const ask = (url: string) =>
    httpAgent({ url, routes: { getState: url } }).getState?.({ threadId: "t" });
  await expect(ask(server.url)).rejects.toMatchObject({ code: "content-type" });
  await server.close();
  await expect(ask(server.url)).rejects.toMatchObject({ code: "network" });
});

describe("capabilities", () => {
  test("are fetched with the headers of a run", async () => {
    await using server = await startHttpServer(json({ identity: { name: "Ada" } }));
    const inputs: unknown[] = [];
    const agent = httpAgent({
      url: server.url,
      headers: async (input) => {
        inputs.push(input);
        return { authorization: "token" };
      },
      routes: { getCapabilities: `${server.url}/capabilities` },
    });
    expect(await agent.getCapabilities?.()).toEqual({ identity: { name: "Ada" } });
    expect(server.requests).toMatchObject([
      {
        method: "GET",
        path: "/capabilities",
        headers: { authorization: "token", accept: "application/json" },
      },
    ]);
    expect(inputs).toEqual([undefined]);
  });

  test("are read from the `/info` route of CopilotKit's runtime", async () => {
    const writer = { description: "Writes texts.", capabilities: { tools: { items: [] } } };
    await using server = await startHttpServer(json({ version: "1.0.0", agents: { writer } }));
    const agent = httpAgent({
      url: `${server.url}/agent/writer/run`,
      routes: { getCapabilities: `${server.url}/info` },
    });
    expect(await agent.getCapabilities?.()).toEqual({
      tools: { items: [] },
      identity: { name: "writer", description: "Writes texts." },
    });
  });

  test("are unknown when the server lacks the route, and an error when the request fails", async () => {
    await using missing = await startHttpServer(json({}, 404));
    const route = (url: string) => httpAgent({ url, routes: { getCapabilities: url } });
    expect(await route(missing.url).getCapabilities?.()).toBeUndefined();
    await using failing = await startHttpServer(json({ why: "x" }, 500));
    await expect(route(failing.url).getCapabilities?.()).rejects.toMatchObject({
      code: "http-status",
      context: { status: 500, body: '{"why":"x"}' },
    });
  });

  test("are requested a second time with a fresh token after a 401", async () => {
    let attempts = 0;
    await using server = await startHttpServer((response, request) => {
      const isFresh = request.headers.authorization === "2";
      return json({ ok: true }, isFresh ? 200 : 401)(response, request);
    });
    const agent = httpAgent({
      url: server.url,
      headers: () => ({ authorization: String(++attempts) }),
      routes: { getCapabilities: server.url },
    });
    expect(await agent.getCapabilities?.()).toEqual({ ok: true });
  });
});

describe("cancelling a run", () => {
  test.each<[string, (url: string) => string | ((run: { runId: string }) => string), string]>([
    ["one address", (url) => `${url}/cancel`, "/cancel"],
    [
      "an address of the run",
      (url) =>
        ({ runId }) =>
          `${url}/runs/${runId}/cancel`,
      "/runs/theirs/cancel",
    ],
  ])("posts the run to %s", async (_, routeOf, path) => {
    await using server = await startHttpServer((response, { path: requestPath }) => {
      if (requestPath !== "/") return void response.end("ok");
      response.writeHead(200, { "content-type": "text/event-stream" });
      // The answer stays open until the run is cancelled.
      response.write('data: {"type":"RUN_STARTED","threadId":"t1","runId":"theirs"}\n\n');
    });
    const thread = createThread({
      threadId: "t1",
      agent: httpAgent({ url: `${server.url}/`, routes: { cancel: routeOf(server.url) } }),
    });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("streaming"));
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    const request = await server.request(1);
    expect(request).toMatchObject({ method: "POST", path });
    expect(JSON.parse(request.body)).toEqual({ threadId: "t1", runId: "theirs" });
  });
});

describe("the state of a thread", () => {
  test.each([
    ["", "/state?threadId=a+b"],
    ["?x=1", "/state?x=1&threadId=a+b"],
  ])("is fetched for the thread (%j)", async (query, path) => {
    await using server = await startHttpServer(json({ n: 7 }));
    const thread = createThread({
      threadId: "a b",
      agent: httpAgent({ url: server.url, routes: { getState: `${server.url}/state${query}` } }),
    });
    expect(await thread.resync()).toBe(true);
    expect(thread.getSnapshot().state).toEqual({ n: 7 });
    expect(server.requests[0]?.path).toBe(path);
  });

  test("leaves the thread unchanged when the server does not have it", async () => {
    await using server = await startHttpServer(json(undefined, 404));
    const thread = createThread({
      initialState: { n: 1 },
      agent: httpAgent({ url: server.url, routes: { getState: () => `${server.url}/none` } }),
    });
    expect(await thread.resync()).toBe(false);
    expect(thread.getSnapshot().state).toEqual({ n: 1 });
  });
});
