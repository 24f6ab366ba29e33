import { describe, expect, onTestFinished, test, vi } from "vitest";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";
import { serveBytes, startHttpServer, write } from "../../support/httpServer.ts";
import { failureOf, sse } from "./failedRequest.ts";

describe("a response outside 2xx", () => {
  test.each<[status: number, body: string, says: string, advice: RegExp]>([
    [
      401,
      '{"error":"token expired"}',
      "401 Unauthorized: token expired.",
      /`headers` and `credentials` options/,
    ],
    [
      403,
      '{"error":{"message":"no"}}',
      "403 Forbidden: no.",
      /`headers` and `credentials` options/,
    ],
    [404, '{"detail":"Not Found"}', "404 Not Found: Not Found.", /Check the `url` option/],
    [405, "", "405 Method Not Allowed.", /accepts POST/],
    [413, "too big.", "413 Payload Too Large: too big.", /limit for request bodies/],
    [415, '"plain words"', "415 Unsupported Media Type: plain words.", /rejected.*context\.body/],
    [
      422,
      '{"detail":[{"loc":["body","runId"],"msg":"Field required"}]}',
      "422 Unprocessable Entity: body.runId: Field required.",
      /rejected.*context\.body/,
    ],
    [
      422,
      JSON.stringify({
        detail: ["threadId", "runId", "state", "tools", "context"].map((name) => ({
          loc: ["body", name],
          msg: "Field required",
        })),
      }),
      "422 Unprocessable Entity: body.threadId: Field required; body.runId: Field required; body.state: Field required; and 2 more.",
      /rejected.*context\.body/,
    ],
    [
      400,
      '{"error":"Invalid input","issues":[{"path":["messages",0,"role"],"message":"Expected user"}]}',
      "400 Bad Request: messages.0.role: Expected user.",
      /rejected.*context\.body/,
    ],
    [
      400,
      '[{"path":["messages",0,"role"],"message":"Expected user"}]',
      "400 Bad Request: messages.0.role: Expected user.",
      /rejected.*context\.body/,
    ],
    [
      422,
      '{"message":"The run id field is required. (and 1 more error)","errors":{"runId":["The run id field is required."],"messages.0.id":["Too short.","Not a UUID."]}}',
      "422 Unprocessable Entity: runId: The run id field is required.; messages.0.id: Too short.; Not a UUID.",
      /rejected.*context\.body/,
    ],
    [
      400,
      '{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"RunId":["The RunId field is required."]},"traceId":"0"}',
      "400 Bad Request: RunId: The RunId field is required.",
      /rejected.*context\.body/,
    ],
    [
      400,
      '{"message":["runId must be a string","tools must be an array"],"error":"Bad Request","statusCode":400}',
      "400 Bad Request: runId must be a string; tools must be an array.",
      /rejected.*context\.body/,
    ],
    [
      400,
      '{"run_id":["This field is required."],"state":["Not a valid JSON."]}',
      "400 Bad Request: run_id: This field is required.; state: Not a valid JSON.",
      /rejected.*context\.body/,
    ],
    [400, '{"errors":["No run id."]}', "400 Bad Request: No run id.", /rejected.*context\.body/],
    [400, '{"errors":{},"message":"No."}', "400 Bad Request: No.", /rejected.*context\.body/],
    [
      400,
      '{"status":400,"error":"Bad Request","path":"/agent"}',
      "400 Bad Request: Bad Request.",
      /rejected.*context\.body/,
    ],
    [500, '{"stack":[]}', '500 Internal Server Error: {"stack":[]}.', /server failed. See its log/],
    [
      502,
      "<html><title>Bad Gateway</title></html>",
      "502 Bad Gateway: Bad Gateway.",
      /server failed. See its log/,
    ],
    [503, "line one\nline two", "503 Service Unavailable: line one.", /try again/],
  ])(
    "the request fails with `http-status` for %i with %j",
    async (status, body, quotedReason, advice) => {
      await using server = await serveBytes(body, { status, contentType: "application/json" });
      const error = await failureOf(collect(httpAgent({ url: `${server.url}/agent?key=secret` })));
      expect(error.code).toBe("http-status");
      expect(error.context).toEqual({
        status,
        body,
        url: `${server.url}/agent`,
        contentType: "application/json",
      });
      expect(error.message).toContain(`${server.url}/agent answered ${quotedReason}`);
      expect(error.message).toMatch(advice);
      expect(error.message).not.toContain("secret");
    },
  );

  test.each(["7", "Wed, 21 Oct 2026 07:28:00 GMT", undefined])(
    "a 429 with Retry-After %j has the time to retry",
    async (retryAfter) => {
      await using server = await serveBytes("", {
        status: 429,
        ...(retryAfter && { headers: { "retry-after": retryAfter } }),
      });
      const error = await failureOf(collect(httpAgent({ url: server.url })));
      expect(error.message).toContain(`Try again later (Retry-After: ${retryAfter ?? "none"})`);
    },
  );

  test.each([
    ["seconds", () => "120", 120_000],
    ["a date", () => new Date(Date.now() + 90_000).toUTCString(), 90_000],
    ["a date that has passed", () => "Wed, 21 Oct 2015 07:28:00 GMT", undefined],
    ["something else", () => "soon", undefined],
  ])("the error has the delay that the server requests: %s", async (_, retryAfter, ms) => {
    await using server = await serveBytes("", {
      status: 503,
      headers: { "retry-after": retryAfter() },
    });
    const { context } = await failureOf(collect(httpAgent({ url: server.url })));
    if (ms === undefined) expect(context).not.toHaveProperty("retryAfterMs");
    // A date has whole seconds, and some time has passed since.
    else expect(Math.abs((context.retryAfterMs ?? 0) - ms)).toBeLessThan(10_000);
  });

  test("the error quotes the beginning of a long body without reading to its end", async () => {
    await using server = await startHttpServer(async (response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      await write(response, "x".repeat(5_000));
    });
    const error = await failureOf(collect(httpAgent({ url: server.url })));
    expect(error.context.body).toBe("x".repeat(2_000));
    expect(error.message).toContain(`: ${"x".repeat(200)}. The server failed. See`);
    await (await server.request()).abandoned;
  });

  test("the request fails with `http-status` even when the body breaks off", async () => {
    await using server = await serveBytes("half a sen", { status: 500, cutAt: 6 });
    const error = await failureOf(collect(httpAgent({ url: server.url })));
    expect(error).toMatchObject({ code: "http-status", context: { status: 500 } });
  });
});

describe("a response that is not an event stream", () => {
  const page = "<!doctype html><html><title>Sign in</title><body>…</body></html>";

  test("such as an HTML page, with its title and beginning", async () => {
    await using server = await serveBytes(page.padEnd(9_000), { contentType: "Text/HTML; a=b" });
    const error = await failureOf(collect(httpAgent({ url: server.url })));
    expect(error.code).toBe("content-type");
    expect(error.message).toContain(`${server.url} answered with text/html`);
    expect(error.message).toContain("Sign in");
    expect(error.message).toContain("login page");
    expect(error.context).toEqual({
      status: 200,
      contentType: "text/html",
      url: server.url,
      body: page.padEnd(2_000),
    });
  });

  test("the error names the target of a redirect", async () => {
    await using server = await startHttpServer((response, { path }) => {
      if (path === "/agent") response.writeHead(302, { location: "/login" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end(page);
    });
    const error = await failureOf(collect(httpAgent({ url: `${server.url}/agent` })));
    expect(error.message).toContain(`redirected to ${server.url}/login`);
  });

  test.each([
    ["text/html", 200],
    ["application/octet-stream", 200],
    [null, 204],
  ])("an empty response (%s, %i) is an empty stream", async (contentType, status) => {
    await using server = await serveBytes("", { contentType, status });
    const run = await collect(httpAgent({ url: server.url }));
    expect(run).toEqual({ batches: [], events: [], cursors: [] });
  });
});

test("a body that is not read to its end is cancelled", async () => {
  // A small body would be buffered completely.
  const fetch = fakeFetch(sse.repeat(1_000), { chunkSize: sse.length });
  const agent = httpAgent({ url: "http://agent.test/", fetch });
  for await (const _events of agent.run(runInput(), new AbortController())) break;
  expect(fetch.cancelled()).toBe(1);
});

test("a rejected input is printed once, with the field", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const body = '{"detail":[{"loc":["body","messages",0,"id"],"msg":"Field required"}]}';
  await using server = await startHttpServer((response) => {
    response.writeHead(422, { "content-type": "application/json" });
    response.end(body);
  });
  const agent = httpAgent({ url: server.url });
  await failureOf(collect(agent));
  await failureOf(collect(agent));
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/rejected the input of a run: body\.messages\.0\.id: Field required\./)],
  ]);
});
