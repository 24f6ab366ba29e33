import { afterEach, describe, expect, test, vi } from "vitest";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";
import { collect, runInput } from "../../support/collect.ts";
import { createDeferred } from "../../support/deferred.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { serveBytes, startHttpServer } from "../../support/httpServer.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the requests that a real server receives for one run. */
async function sendAndRecord(
  options: Partial<HttpAgentOptions>,
  input: RunAgentInput = runInput(),
) {
  await using server = await serveBytes("");
  const { error } = await collect(httpAgent({ url: server.url, ...options }), { input });
  return { request: server.requests[0], error, count: server.requests.length };
}

test("a run POSTs its input as JSON and accepts SSE", async () => {
  const { request } = await sendAndRecord({});
  expect(request).toMatchObject({
    method: "POST",
    path: "/",
    headers: { accept: "text/event-stream", "content-type": "application/json" },
  });
  expect(JSON.parse(request?.body ?? "")).toEqual(runInput());
});

test("`url` may be a `URL` object", async () => {
  await using server = await serveBytes("");
  await collect(httpAgent({ url: new URL("/agents/1?x=1", server.url) }));
  expect(server.requests[0]?.path).toBe("/agents/1?x=1");
});

describe("the request headers", () => {
  test.each<[name: string, headers: HttpAgentOptions["headers"] & {}]>([
    ["an object", { "X-Tenant": "acme", Accept: "application/x-ndjson" }],
    ["a Headers object", new Headers({ "x-tenant": "acme", accept: "application/x-ndjson" })],
    [
      "pairs",
      [
        ["x-tenant", "acme"],
        ["accept", "application/x-ndjson"],
      ],
    ],
    [
      "a function of the input",
      (input) => ({
        "x-tenant": `acme${input?.threadId.slice(9)}`,
        accept: "application/x-ndjson",
      }),
    ],
    ["an async function", async () => ({ "x-tenant": "acme", accept: "application/x-ndjson" })],
  ])("from %s override those of the agent", async (_name, headers) => {
    const { request } = await sendAndRecord({ headers, accept: "text/event-stream" });
    expect(request?.headers).toMatchObject({
      "x-tenant": "acme",
      accept: "application/x-ndjson",
      "content-type": "application/json",
    });
  });

  test("are computed before every run", async () => {
    let token = 0;
    await using server = await serveBytes("");
    const agent = httpAgent({ url: server.url, headers: () => ({ token: `${++token}` }) });
    await collect(agent);
    await collect(agent);
    expect(server.requests.map(({ headers }) => headers.token)).toEqual(["1", "2"]);
  });

  test.each<[name: string, headers: () => Promise<HeadersInit> | HeadersInit]>([
    ["reject", () => Promise.reject(new Error("no session"))],
    [
      "throw",
      () => {
        throw new Error("no session");
      },
    ],
    ["are no headers", () => ({ "no session": "" })],
  ])("fail the run before the request when they %s", async (_name, headers) => {
    const { error, count } = await sendAndRecord({ headers });
    expect(error).toMatchObject({
      code: "agent-failed",
      message: expect.stringMatching(/`headers`.*nothing was sent to .*no session.*Correct/),
      cause: expect.any(Error),
    });
    expect(count).toBe(0);
  });

  test("may fail the run with the error of the option", async () => {
    const own = new AgentKitError("http-status", "The session is over.", { status: 401 });
    const { error } = await sendAndRecord({ headers: () => Promise.reject(own) });
    expect(error).toBe(own);
  });

  test("do not block an abort when they never resolve", async () => {
    const abort = new AbortController();
    const agent = httpAgent({ url: "http://agent.test/", headers: () => new Promise(() => {}) });
    const run = collect(agent, abort);
    abort.abort("enough");
    expect(await run).toMatchObject({ error: "enough" });
  });
});

describe("the request body", () => {
  test("has additional fields from an object, and keeps the fields of the input", async () => {
    const { request } = await sendAndRecord({ body: { tenant: "acme", threadId: "other" } });
    expect(JSON.parse(request?.body ?? "")).toEqual({ tenant: "acme", ...runInput() });
  });

  test.each<[name: string, body: (input: RunAgentInput) => unknown]>([
    ["function", ({ threadId }) => ({ wrapped: threadId })],
    ["async function", async ({ threadId }) => ({ wrapped: threadId })],
  ])("is the result of a %s", async (_name, body) => {
    const { request } = await sendAndRecord({ body });
    expect(JSON.parse(request?.body ?? "")).toEqual({ wrapped: "t1" });
  });

  test("fails the run before the request when building it fails", async () => {
    const state: Record<string, unknown> = {};
    state.self = state;
    const { error, count } = await sendAndRecord({}, runInput({ state }));
    expect(error).toMatchObject({
      code: "agent-failed",
      message: expect.stringMatching(/`body`.*nothing was sent to .*circular.*Correct/s),
    });
    expect(count).toBe(0);
  });
});

describe("the fetch option", () => {
  test("receives the url, the signal and the credentials", async () => {
    const fetch = fakeFetch("");
    await collect(httpAgent({ url: "/agent", fetch, credentials: "include" }));
    expect(fetch.calls).toMatchObject([
      { url: "/agent", init: { credentials: "include", signal: expect.any(AbortSignal) } },
    ]);
  });

  test("is the current global fetch by default, called without a receiver", async () => {
    const receivers: unknown[] = [];
    const agent = httpAgent({ url: "http://agent.test/" });
    vi.stubGlobal("fetch", function (this: unknown) {
      receivers.push(this);
      return Promise.resolve(new Response());
    });
    await collect(agent);
    expect(receivers).toEqual([undefined]);
  });

  test("yields everything at the end when it does not support streams, as in React Native", async () => {
    const text = 'data: {"type":"CUSTOM","name":"a","value":1}\n\n';
    const response = new Response(text, { headers: { "content-type": "text/event-stream" } });
    Object.defineProperty(response, "body", { value: undefined });
    const run = await collect(httpAgent({ url: "/agent", fetch: async () => response }));
    expect(run.events).toEqual([{ type: "CUSTOM", name: "a", value: 1 }]);
    expect(run.error).toBeUndefined();
  });

  test("has its response body cancelled when it resolves after an abort", async () => {
    const answer = createDeferred<Response>();
    const cancelled = createDeferred();
    const abort = new AbortController();
    const requested = createDeferred();
    const run = collect(
      httpAgent({
        url: "/agent",
        fetch: () => {
          requested.resolve();
          return answer.promise;
        },
      }),
      abort,
    );
    await requested.promise;
    abort.abort("enough");
    expect(await run).toMatchObject({ error: "enough" });
    answer.resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
  });
});

test("a pending request is cancelled when the run is aborted", async () => {
  await using server = await startHttpServer(() => {});
  const abort = new AbortController();
  const run = collect(httpAgent({ url: server.url }), abort);
  const request = await server.request();
  const reason = new Error("stop");
  abort.abort(reason);
  expect((await run).error).toBe(reason);
  await request.abandoned;
});

test("an abort during an error response is an abort", async () => {
  await using server = await startHttpServer((response) => {
    response.writeHead(500).flushHeaders();
  });
  const abort = new AbortController();
  const answered = createDeferred();
  const agent = httpAgent({
    url: server.url,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      answered.resolve();
      return response;
    },
  });
  const run = collect(agent, abort);
  await answered.promise;
  abort.abort("enough");
  expect((await run).error).toBe("enough");
});

describe("maxProtocolVersion", () => {
  const input = runInput({
    protocolVersion: "1.0",
    messages: [{ id: "u1", role: "user", content: "Hello", subagentRunId: "s1" }],
  });

  test("downgrades the input and warns once about the lost fields", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await using server = await serveBytes("");
    const agent = httpAgent({ url: server.url, maxProtocolVersion: "0.0.57" });
    await collect(agent, { input });
    await collect(agent, { input });
    for (const { body } of server.requests) expect(JSON.parse(body)).toEqual(runInput());
    const downgrades = warn.mock.calls.filter(([text]) => /maxProtocolVersion/.test(String(text)));
    expect(downgrades).toEqual([
      [
        expect.stringMatching(
          /is not sent the subagentRunId of messages: its `maxProtocolVersion` is 0\.0\.57\. Raise it/,
        ),
      ],
    ]);
  });

  test("does not warn when nothing is lost", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { request } = await sendAndRecord({ maxProtocolVersion: "0.0.39" }, runInput());
    expect(JSON.parse(request?.body ?? "")).toEqual(runInput());
    expect(warn).not.toHaveBeenCalledWith(expect.stringContaining("maxProtocolVersion"));
  });
});

test.each<[fault: string, options: Partial<HttpAgentOptions>]>([
  ["url", { url: "" }],
  ["maxEventBytes", { maxEventBytes: 0 }],
  ["maxEventBytes", { maxEventBytes: Number.NaN }],
  ["timeout", { timeouts: { idleMs: -1 } }],
  ["timeout", { timeouts: { responseMs: Number.NaN } }],
  ["maxProtocolVersion", { maxProtocolVersion: "latest" }],
  ["maxProtocolVersion", { maxProtocolVersion: "1.0.0.0" }],
])("an invalid option is refused at once: %s %o", (fault, options) => {
  expect(() => httpAgent({ url: "/agent", ...options })).toThrow(
    expect.objectContaining({
      code: "invalid-argument",
      message: expect.stringContaining(fault),
    }),
  );
});
