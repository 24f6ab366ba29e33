// @vitest-environment node
import { httpAgent } from "../../src/transport/httpAgent.ts";
import { concat, type WireFormat, wireFormats } from "../support/encode.ts";
import { startHttpServer, write } from "../support/httpServer.ts";
import { describeTransport, type TransportHarness } from "./transportSuite.ts";

function httpHarness(name: string, { contentType, encode }: WireFormat): TransportHarness {
  return {
    name: `HTTP in ${name}`,
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
