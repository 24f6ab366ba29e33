import { expect, test } from "vitest";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HeadersRequest } from "../../../src/transport/http/httpAgentOptions.ts";
import { collect } from "../../support/collect.ts";
import { startHttpServer } from "../../support/httpServer.ts";

/** Starts a server that answers 401 to every request. */
const startRefusing = () => startHttpServer((response) => void response.writeHead(401).end());

test("a route with `headers` as an object is not requested again after a 401", async () => {
  await using server = await startRefusing();
  const routes = { getCapabilities: server.url };
  const agent = httpAgent({ url: server.url, headers: { authorization: "old" }, routes });
  await expect(agent.getCapabilities?.()).rejects.toMatchObject({ context: { status: 401 } });
  expect(server.requests).toHaveLength(1);
});

test("a route with a function as `credentials` is requested again after a 401", async () => {
  await using server = await startRefusing();
  const routes = { getCapabilities: server.url };
  const credentials = async () => "include" as const;
  const agent = httpAgent({ url: server.url, credentials, routes });
  await expect(agent.getCapabilities?.()).rejects.toMatchObject({ context: { status: 401 } });
  expect(server.requests).toHaveLength(2);
});

test.each(["a run", "a route"])(
  "`headers` that throw after a 401 fail with the truth about the request: %s",
  async (kind) => {
    await using server = await startRefusing();
    const { url } = server;
    const headers = (_: unknown, { reason }: HeadersRequest) => {
      if (reason === "unauthorized") throw new Error("no session");
      return {};
    };
    const agent = httpAgent({ url, headers, routes: { getCapabilities: url } });
    const error =
      kind === "a run"
        ? (await collect(agent)).error
        : await agent.getCapabilities?.().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "agent-failed",
      message: `The \`headers\` option of httpAgent failed, so the request that ${url} refused with 401 was not repeated: no session. Correct that option; \`error.cause\` has the original error.`,
    });
    expect(server.requests).toHaveLength(1);
  },
);

test.each(["a run", "a dialect's run", "a route"])(
  "`headers` learns that its token was refused: %s",
  async (kind) => {
    await using server = await startHttpServer((response, { headers }) => {
      const isFresh = headers.authorization === "unauthorized";
      response.writeHead(isFresh ? 200 : 401, { "content-type": "application/json" });
      response.end(isFresh ? "{}" : "");
    });
    const headers = (_: unknown, { reason }: HeadersRequest) => ({ authorization: reason });
    const { url } = server;
    const agent = httpAgent({
      url,
      headers,
      ...(kind === "a dialect's run" && { replay: `${url}/replay` }),
      routes: { getCapabilities: `${url}/capabilities` },
    });
    if (kind === "a route") await agent.getCapabilities?.();
    else await collect(agent);
    expect(server.requests.map(({ headers: sent }) => sent.authorization)).toEqual([
      "request",
      "unauthorized",
    ]);
  },
);
