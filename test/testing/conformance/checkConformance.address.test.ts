import { describe, expect, test } from "vitest";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { assertAgentResponded } from "../../../src/testing/conformance/agentAtUrl.ts";
import { checkConformance } from "../../../src/testing.ts";
import {
  refusedUrl,
  type ServeBytesOptions,
  serveBytes,
  startHttpServer,
} from "../../support/httpServer.ts";
import { startDriftingServer } from "./driftingServer.ts";
import { playedAs } from "./streams.ts";

describe("an address", () => {
  test.each(["nowhere", "localhost:8000/agent", "ftp://example.com/agent"])(
    "throws `invalid-argument` when invalid: %s",
    async (address) => {
      const checked = checkConformance(address);
      await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
      await expect(checked).rejects.toThrow("http://localhost:8000/agent");
    },
  );

  test("throws `invalid-argument` with a password, without repeating it", async () => {
    const checked = checkConformance("http://me:secret@localhost/agent");
    await expect(checked).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(checked).rejects.not.toThrow("secret");
  });

  test("throws when no server listens", async () => {
    await expect(checkConformance(await refusedUrl())).rejects.toMatchObject({ code: "network" });
  });

  test.each<
    [what: string, body: string, options: ServeBytesOptions, code: string, message: string]
  >([
    ["nothing", "Not found", { status: 404 }, "http-status", "answered 404"],
    ["a login", "", { status: 401 }, "http-status", "answered 401, because it requires"],
    ["a page", "<title>My app", { contentType: "text/html" }, "content-type", "My app"],
    ["data", '{"ok":1}', { contentType: "application/json" }, "content-type", '{"ok":1}'],
  ])("throws when %s responds", async (_, body, options, code, message) => {
    await using server = await serveBytes(body, options);
    const checked = checkConformance(server.url);
    await expect(checked).rejects.toMatchObject({ code });
    await expect(checked).rejects.toThrow(message);
    expect(server.requests).toHaveLength(1);
  });

  test("throws when the server does not respond", async () => {
    await using server = await startHttpServer(() => {});
    const checked = checkConformance(server.url, { timeoutMs: 30 });
    await expect(checked).rejects.toMatchObject({ code: "timeout", context: { timeoutMs: 30 } });
    await expect(checked).rejects.toThrow("accepted the request and sent nothing for 30 ms");
  });

  test("throws when the server sends only headers", () => {
    const error = new AgentKitError("timeout", "", { timeoutMs: 30 });
    const response = { status: 200, mediaType: "text/event-stream" };
    const played = playedAs({ frames: [], endedBy: "timeout", error, response });
    const check = () => assertAgentResponded(played, "http://a/agent");
    expect(check).toThrow("http://a/agent answered 200 and then sent nothing for 30 ms");
  });

  test("reports a failing server, because it may have an agent", async () => {
    await using server = await serveBytes('{"detail":"boom"}', { status: 500 });
    const { findings, verdict } = await checkConformance(server.url, { runs: ["state"] });
    expect(verdict).toBe("breaks");
    expect(findings).toMatchObject([
      { rule: "transport/accepts-valid-input", message: 'HTTP 500: {"detail":"boom"}' },
    ]);
  });

  test("receives the headers with every request, and appears without its query", async () => {
    await using server = await startDriftingServer();
    const { agent } = await checkConformance(`${server.url}/agent?key=secret`, {
      headers: { Authorization: "Bearer token" },
    });
    expect(agent).toBe(`${server.url}/agent`);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from(server.requests, () => "Bearer token"),
    );
  });

  test("is disconnected when the check is aborted", async () => {
    await using server = await startHttpServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
    });
    const controller = new AbortController();
    const checked = checkConformance(server.url, { signal: controller.signal });
    const request = await server.request();
    controller.abort(new Error("enough"));
    await expect(checked).rejects.toThrow("enough");
    await request.abandoned;
  });
});
