import { expect, test } from "vitest";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HeadersRequest } from "../../../src/transport/http/httpAgentOptions.ts";
import { collect } from "../../support/collect.ts";
import { startHttpServer } from "../../support/httpServer.ts";

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
