import { describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";
import { collect, runInput } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { customEvent } from "../../support/runEvents.ts";
import { listener, url } from "./dialectListener.ts";

describe("the answer that a dialect reads", () => {
  test("the dialect reads an answer with the names and ids of Server-Sent Events, and events that have only a name", async () => {
    const { dialect, frames, exchanges } = listener();
    const stream = [
      'event: start\nid: 7\ndata: {"a":1}\n\n',
      "data: [DONE]\n\n: heartbeat\n\n",
      "event: done\ndata:\n\n",
      "data: plain text\n\n",
    ].join("");
    const run = await collect(httpAgent({ url, dialect, fetch: fakeFetch(stream) }));
    expect(run.error).toBeUndefined();
    expect(frames.map((frame) => ({ ...frame }))).toEqual([
      { data: { a: 1 }, event: "start", id: "7" },
      { data: "", event: "done" },
      { data: "plain text" },
    ]);
    expect(run.events.at(-1)).toEqual(customEvent("end"));
    expect(run.cursors).toEqual(["7"]);
    expect(exchanges).toMatchObject([{ input: runInput(), isReplay: false }]);
  });

  test.each([
    ["application/x-ndjson", '{"id":"1"}\n{"id":"2"}\n'],
    ["application/json", '[{"id":"1"},{"id":"2"}]'],
    ["", '{"id":"1"}\n{"id":"2"}\n'],
    ["application/x-agui-events", 'data: {"id":"1"}\n\ndata: {"id":"2"}\n\n'],
  ])("the dialect reads an answer with content type %j", async (contentType, body) => {
    const { dialect } = listener();
    const run = await collect(httpAgent({ url, dialect, fetch: fakeFetch(body, { contentType }) }));
    expect(run.error).toBeUndefined();
    expect(run.events).toEqual([
      customEvent('{"id":"1"}'),
      customEvent('{"id":"2"}'),
      customEvent("end"),
    ]);
  });

  test("the dialect does not read an HTML page", async () => {
    const { dialect } = listener();
    const fetch = fakeFetch("<title>Sign in</title>", { contentType: "text/html" });
    const run = await collect(httpAgent({ url, dialect, fetch }));
    expect(run.error).toMatchObject({ code: "content-type" });
    expect(run.events).toEqual([]);
  });

  test("the dialect passes a frame unchanged when reading that frame throws", async () => {
    const { dialect } = listener();
    const fetch = fakeFetch('data: "choke"\n\ndata: "b"\n\n');
    const run = await collect(httpAgent({ url, dialect, fetch }));
    expect(run.events).toEqual(["choke", customEvent('"b"'), customEvent("end")]);
  });

  test("the dialect does not end the answer when the connection breaks", async () => {
    await using server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: "a"\n\n', () => response.destroy());
    });
    const { dialect } = listener();
    const run = await collect(httpAgent({ url: server.url, dialect }));
    expect(run).toMatchObject({ events: [customEvent('"a"')], error: { code: "network" } });
  });

  test("the dialect reports the positions inside frames after their events", async () => {
    const dialect: Dialect = {
      name: "test",
      read: ({ onCursor }) => ({
        push({ data }) {
          onCursor(String(data));
          return data === 2 ? [] : [customEvent("event")];
        },
        end: () => [],
      }),
    };
    const contentType = "application/x-ndjson";
    const fetch = fakeFetch("1\n2\n3\n", { contentType, chunkSize: 2, isApart: true });
    const run = await collect(httpAgent({ url, dialect, fetch }));
    expect(run.cursors).toEqual(["1", "2", "3"]);
  });
});

describe("the request that a dialect writes", () => {
  const dialectOf = (request: ReturnType<NonNullable<Dialect["request"]>>) =>
    listener({ request: () => request }).dialect;
  const sent = async (options: Partial<HttpAgentOptions> & Pick<HttpAgentOptions, "dialect">) => {
    const fetch = fakeFetch("");
    const run = await collect(httpAgent({ url, fetch, ...options }));
    expect(run.error).toBeUndefined();
    return fetch.calls[0];
  };
  const bodyOf = (call: Awaited<ReturnType<typeof sent>>) => JSON.parse(String(call?.init.body));

  test("the dialect writes a request with a body, headers and an address relative to the agent", async () => {
    const request = {
      url: "../ask?x=1",
      headers: { accept: "a/b", "x-own": "1" },
      body: { q: "?" },
    };
    const call = await sent({ dialect: dialectOf(request), headers: { "x-own": "2" } });
    expect(call?.url).toBe("http://agent.test/ask?x=1");
    expect(call?.init.method).toBe("POST");
    expect(bodyOf(call)).toEqual({ q: "?" });
    const headers = new Headers(call?.init.headers);
    expect([headers.get("accept"), headers.get("x-own")]).toEqual(["a/b", "2"]);
  });

  test.each([
    ["?more=2", "/agent?key=1", "/agent?key=1&more=2"],
    ["./runs", "/v1/agent?key=1", "/v1/runs"],
    ["https://other.test/x", "/agent", "https://other.test/x"],
  ])(
    "the dialect writes a request with the address %j resolved against %j",
    async (address, own, expected) => {
      const call = await sent({ url: own, dialect: dialectOf({ url: address, body: {} }) });
      expect(call?.url).toBe(expected);
    },
  );

  test("the fields, functions and accepted types of the application still apply", async () => {
    const request = { headers: { accept: "a/b" }, body: { q: "?" } };
    const call = await sent({
      dialect: dialectOf(request),
      body: { tenant: "acme", q: "!" },
      accept: "c/d",
    });
    expect(bodyOf(call)).toEqual({ tenant: "acme", q: "?" });
    expect(new Headers(call?.init.headers).get("accept")).toBe("c/d");
    // The functions of the application receive the input, not the body of the dialect.
    const customCall = await sent({
      dialect: dialectOf(request),
      headers: (input) => ({ "x-run": String(input?.runId) }),
      body: ({ runId }) => ({ whole: runId }),
    });
    expect(bodyOf(customCall)).toEqual({ whole: "r1" });
    expect(new Headers(customCall?.init.headers).get("x-run")).toBe("r1");
  });

  test("again after a 401, with fresh forwardedProps", async () => {
    await using server = await startHttpServer((response, { body }) => {
      response.writeHead(body.includes("fresh") ? 200 : 401, {
        "content-type": "text/event-stream",
      });
      response.end();
    });
    const { dialect } = listener({
      request: ({ forwardedProps }) => ({ body: { forwardedProps } }),
    });
    const agent = httpAgent({ url: server.url, dialect });
    const refreshInput = async () => runInput({ forwardedProps: "fresh" });
    const { signal } = new AbortController();
    for await (const _ of agent.run(runInput(), { signal, refreshInput }));
    expect(server.requests.map(({ body }) => body)).toEqual(["{}", '{"forwardedProps":"fresh"}']);
  });
});
