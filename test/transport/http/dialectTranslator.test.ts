import { describe, expect, test } from "vitest";
import { awaken } from "../../../src/dialects/awaken/awaken.ts";
import type { Dialect, DialectExchange, DialectFrame } from "../../../src/protocol/dialect.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";
import { collect, runInput } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { type Handler, startHttpServer } from "../../support/httpServer.ts";
import { custom, finished, started } from "../../support/localAgent.ts";
import { readRecording } from "../../support/recordings.ts";

/** Creates a dialect that reports its arguments as names of CUSTOM events. */
function listener(fields: Partial<Dialect> = {}) {
  const exchanges: DialectExchange[] = [];
  const frames: DialectFrame[] = [];
  const dialect: Dialect = {
    name: "test",
    read(exchange) {
      exchanges.push(exchange);
      return {
        push(frame) {
          frames.push(frame);
          if (frame.data === "choke") throw new Error("no such word");
          return frame.data === "nothing" ? [] : [custom(JSON.stringify(frame.data))];
        },
        end: () => [custom("end")],
      };
    },
    ...fields,
  };
  return { dialect, exchanges, frames };
}

const url = "http://agent.test/v1/run";

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
    expect(run.events.at(-1)).toEqual(custom("end"));
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
    expect(run.events).toEqual([custom('{"id":"1"}'), custom('{"id":"2"}'), custom("end")]);
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
    expect(run.events).toEqual(["choke", custom('"b"'), custom("end")]);
  });

  test("the dialect does not end the answer when the connection breaks", async () => {
    await using server = await startHttpServer(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: "a"\n\n', () => response.destroy());
    });
    const { dialect } = listener();
    const run = await collect(httpAgent({ url: server.url, dialect }));
    expect(run).toMatchObject({ events: [custom('"a"')], error: { code: "network" } });
  });

  test("the dialect reports the positions inside frames after their events", async () => {
    const dialect: Dialect = {
      name: "test",
      read: ({ onCursor }) => ({
        push({ data }) {
          onCursor(String(data));
          return data === 2 ? [] : [custom("event")];
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

describe("outside of runs, a dialect", () => {
  const json =
    (body: unknown, status = 200): Handler =>
    (response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };

  test("cancels a run, even after the end of the run", async () => {
    const { dialect } = listener({
      cancel: ({ runId }) => ({ url: `./${runId}/stop`, body: { runId } }),
    });
    await using server = await startHttpServer(json({ error: "idle" }, 404));
    const agent = httpAgent({ url: `${server.url}/v1/run`, dialect, headers: { "x-key": "1" } });
    await agent.cancel?.({ threadId: "t1", runId: "r1" });
    expect(server.requests).toMatchObject([
      { method: "POST", path: "/v1/r1/stop", headers: { "x-key": "1" }, body: '{"runId":"r1"}' },
    ]);
  });

  test("cancels at the address that the application sets", async () => {
    const { dialect } = listener({ cancel: () => ({ url: "./theirs" }) });
    await using server = await startHttpServer(json({}));
    const routes = { cancel: `${server.url}/ours` };
    await httpAgent({ url: server.url, dialect, routes }).cancel?.({ threadId: "t", runId: "r" });
    expect(server.requests).toMatchObject([{ path: "/ours" }]);
  });

  test("reads the pages of a history, and none of an unknown thread", async () => {
    const { dialect } = listener({
      history: {
        request: ({ threadId, cursor }) => ({ url: `./${threadId}?before=${cursor ?? ""}` }),
        read: (answer) => ({
          messages: [{ id: "m", role: "user", content: String(answer) }],
          olderCursor: "9",
        }),
      },
    });
    await using server = await startHttpServer((response, request) =>
      json("hello", request.path?.includes("none") ? 404 : 200)(response, request),
    );
    const agent = httpAgent({ url: `${server.url}/v1/run`, dialect });
    const page = { messages: [{ id: "m", role: "user", content: "hello" }], olderCursor: "9" };
    expect(await agent.history?.({ threadId: "t1" })).toEqual(page);
    expect(await agent.history?.({ threadId: "t1", cursor: "9" })).toEqual(page);
    expect(await agent.history?.({ threadId: "none" })).toEqual({ messages: [] });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/t1?before=",
      "GET /v1/t1?before=9",
      "GET /v1/none?before=",
    ]);
  });

  test("supports only the operations it implements", () => {
    const agent = httpAgent({ url, dialect: listener().dialect });
    for (const name of ["connect", "cancel", "history"]) expect(agent).not.toHaveProperty(name);
  });
});

describe("a replay in a dialect", () => {
  const log = [started, custom("a"), custom("b"), finished];

  /** Serves pages of at most two frames of a log that grows with each request. */
  async function startPages(positions: readonly number[]) {
    return startHttpServer((response, { path }) => {
      const from = Number(new URLSearchParams(path?.split("?")[1]).get("after") ?? 0);
      const end = Math.min(from + 2, positions[requestCount++] ?? log.length);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let at = from; at < end; at++) {
        response.write(`id: ${at + 1}\ndata: ${JSON.stringify(log[at])}\n\n`);
      }
      response.end();
    });
  }
  let requestCount = 0;
  const paged = (): Dialect => ({
    name: "test",
    pollMs: 1,
    read: ({ isReplay }) => ({
      push: ({ data }) => [data as (typeof log)[number]],
      end: () => [custom(`end of ${isReplay ? "replay" : "run"}`)],
    }),
    connect: ({ cursor }) => ({ url: cursor ? `?after=${cursor}` : "", method: "GET" }),
  });

  test("continues page by page and polls an active run", async () => {
    requestCount = 0;
    await using server = await startPages([2, 2, 2, 3]);
    const agent = httpAgent({ url: `${server.url}/`, dialect: paged() });
    const replay = await collect(agent, { connect: {} });
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual([...log, custom("end of replay")]);
    expect(replay.cursors).toEqual(["2", "3", "4"]);
    const paths = server.requests.map(({ path }) => path);
    expect(paths).toEqual(["/", "/?after=2", "/?after=2", "/?after=2", "/?after=3", "/?after=4"]);
  });

  test("ends at once for an empty thread", async () => {
    requestCount = 0;
    await using server = await startPages([0]);
    const agent = httpAgent({ url: `${server.url}/`, dialect: paged() });
    expect((await collect(agent, { connect: {} })).events).toEqual([custom("end of replay")]);
    expect(server.requests).toHaveLength(1);
  });

  test("stops its requests when stopped, in every state", async () => {
    requestCount = 0;
    await using server = await startPages([2, 2]);
    const dialect = { ...paged(), pollMs: 2 ** 30 };
    const agent = httpAgent({ url: `${server.url}/`, dialect });
    const abort = new AbortController();
    const run = collect(agent, { connect: {}, signal: abort.signal });
    await server.request(1);
    abort.abort("enough");
    expect(await run).toMatchObject({ events: log.slice(0, 2), error: "enough" });
    expect(server.requests).toHaveLength(2);
  });

  test("fails with `timeout` without new events", async () => {
    requestCount = 0;
    await using server = await startPages([2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    const dialect = { ...paged(), pollMs: 10 };
    const agent = httpAgent({ url: `${server.url}/`, dialect, timeouts: { idleMs: 30 } });
    expect((await collect(agent, { connect: {} })).error).toMatchObject({
      code: "timeout",
      context: { timeoutMs: 30 },
    });
    expect(server.requests).toHaveLength(5);
  });
});

test("a replay, a history and an interrupt work with a real dialect", async () => {
  await using server = await startHttpServer((response, { path = "" }) => {
    if (path.includes("/interrupt")) return void response.writeHead(404).end();
    if (path.includes("/messages")) {
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end(readRecording("awaken-derived/messages.json"));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(path.includes("cursor=") ? "" : readRecording("awaken-derived/replay.sse"));
  });
  const agent = httpAgent({ url: `${server.url}/v1/ag-ui/run`, dialect: awaken() });
  const replay = await collect(agent, { connect: {} });
  expect(replay.error).toBeUndefined();
  expect(replay.cursors).toEqual(["cur_7"]);
  expect(replay.events.map(({ type }) => type)).toContain("RUN_FINISHED");
  const history = await agent.history?.({ threadId: "t1" });
  expect(history?.messages.length).toBeGreaterThan(0);
  await agent.cancel?.({ threadId: "t1", runId: "r1" });
  expect(server.requests.map(({ method, path }) => `${method} ${path?.split("?")[0]}`)).toEqual([
    "GET /v1/ag-ui/threads/t1/replay",
    "GET /v1/ag-ui/threads/t1/replay",
    "GET /v1/ag-ui/threads/t1/messages",
    "POST /v1/ag-ui/threads/t1/interrupt",
  ]);
});
