// @vitest-environment node
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import type { RunEnd } from "../../../demo/server/http.ts";
import { serveRun } from "../../../demo/server/serveRun.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { runInput } from "../../support/collect.ts";

/** Requests a run of a script from a server and returns the end that the server reports. */
async function endOf(script: (response: ServerResponse) => readonly ScriptStep[]): Promise<RunEnd> {
  const server = createServer().listen(0, "127.0.0.1");
  const end = new Promise<RunEnd>((resolve, reject) => {
    server.on("request", (request, response) => {
      serveRun(request, response, {
        example: () => script(response),
        pace: (delayMs) => delayMs,
        countAttempt: () => 0,
        onStart: () => {},
        onEnd: resolve,
      }).catch(reject);
    });
  });
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const request = fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      body: JSON.stringify(runInput()),
    });
    // An early end fails the fetch or truncates the body.
    await request.then((response) => response.text()).catch(() => {});
    return await end;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const customEvent: ScriptStep = { type: "CUSTOM", name: "note", value: 1 };

it("completes a run when the client stays connected", async () => {
  expect(await endOf(() => [customEvent, customEvent])).toBe("complete");
});

it("abandons a run when the client disconnects just before an event", async () => {
  const leaves = (response: ServerResponse) => () => {
    response.socket?.destroy();
    return undefined;
  };
  expect(await endOf((response) => [customEvent, leaves(response), customEvent])).toBe("abandoned");
});
