import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";
import { concat, protobuf, type WireFormat, wireFormats } from "../../support/encode.ts";
import { startHttpServer, write } from "../../support/httpServer.ts";
import {
  type AgentConnection,
  describeConnecting,
  describeTransport,
  type Log,
  type TransportHarness,
} from "../transportSuite.ts";

/** Serves a log with an `id:` for each event, by every connect option. */
function openLog(optionsOf: (url: string) => Partial<HttpAgentOptions>) {
  return async ({ events, breakAt = events.length, isOpen }: Log): Promise<AgentConnection> => {
    const server = await startHttpServer(async (response, { headers }) => {
      const from = Number(headers["last-event-id"] ?? 0);
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      for (let at = from; at < breakAt; at++) {
        await write(response, `id: ${at + 1}\ndata: ${JSON.stringify(events[at])}\n\n`);
      }
      if (breakAt < events.length) response.destroy();
      else if (!isOpen) response.end();
    });
    return {
      agent: httpAgent({ url: server.url, ...optionsOf(server.url) }),
      get inputs() {
        return server.requests.map(({ body }) => JSON.parse(body));
      },
      get hungUp() {
        return server.request().then(({ abandoned }) => abandoned);
      },
      [Symbol.asyncDispose]: server.close,
    };
  };
}

function httpHarness(name: string, { contentType, encode }: WireFormat): TransportHarness {
  return {
    name: `HTTP in ${name}`,
    openLog: openLog((url) => ({ connectUrl: `${url}/connect` })),
    async open({ groups, ending }, { idleMs, maxEventBytes } = {}) {
      const server = await startHttpServer(async (response) => {
        response.writeHead(200, { "content-type": contentType }).flushHeaders();
        for (const group of groups) await write(response, concat(...group.map(encode)));
        if (ending === "end") response.end();
        if (ending === "reset") response.destroy();
      });
      return {
        agent: httpAgent({
          url: server.url,
          accept: contentType,
          protobuf,
          ...(idleMs !== undefined && { timeouts: { idleMs } }),
          ...(maxEventBytes !== undefined && { maxEventBytes }),
        }),
        get inputs() {
          return server.requests.map(({ body }) => JSON.parse(body));
        },
        get hungUp() {
          return server.request().then(({ abandoned }) => abandoned);
        },
        [Symbol.asyncDispose]: server.close,
      };
    },
  };
}

for (const [name, format] of Object.entries(wireFormats)) {
  describeTransport(httpHarness(name, format));
}
// Only Server-Sent Events have positions.
const sse = httpHarness("sse", wireFormats.sse);
describeConnecting({ ...sse, name: "HTTP with a connectUrl" });
describeConnecting({
  ...sse,
  name: "HTTP with a replay",
  openLog: openLog((url) => ({ replay: `${url}/replay` })),
});
