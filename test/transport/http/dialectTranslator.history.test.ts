import { describe, expect, test } from "vitest";
import { awaken } from "../../../src/dialects/awaken/awaken.ts";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { type Handler, startHttpServer } from "../../support/httpServer.ts";
import { readRecording } from "../../support/recordings.ts";
import { customEvent, finished, started } from "../../support/runEvents.ts";
import { listener, url } from "./dialectListener.ts";

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
  const log = [started, customEvent("a"), customEvent("b"), finished];

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
      end: () => [customEvent(`end of ${isReplay ? "replay" : "run"}`)],
    }),
    connect: ({ cursor }) => ({ url: cursor ? `?after=${cursor}` : "", method: "GET" }),
  });

  test("continues page by page and polls an active run", async () => {
    requestCount = 0;
    await using server = await startPages([2, 2, 2, 3]);
    const agent = httpAgent({ url: `${server.url}/`, dialect: paged() });
    const replay = await collect(agent, { connect: {} });
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual([...log, customEvent("end of replay")]);
    expect(replay.cursors).toEqual(["2", "3", "4"]);
    const paths = server.requests.map(({ path }) => path);
    expect(paths).toEqual(["/", "/?after=2", "/?after=2", "/?after=2", "/?after=3", "/?after=4"]);
  });

  test("ends at once for an empty thread", async () => {
    requestCount = 0;
    await using server = await startPages([0]);
    const agent = httpAgent({ url: `${server.url}/`, dialect: paged() });
    expect((await collect(agent, { connect: {} })).events).toEqual([customEvent("end of replay")]);
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
