import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { type Handler, startHttpServer } from "../../support/httpServer.ts";

const run =
  'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\ndata: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}\n\n';

/** Creates a handler that accepts one token and answers every other request with 401. */
const wanting =
  (token: string): Handler =>
  (response, { headers, body }) => {
    const { forwardedProps } = JSON.parse(body);
    const isWelcome = headers.authorization === token || forwardedProps?.token === token;
    response.writeHead(isWelcome ? 200 : 401, { "content-type": "text/event-stream" });
    response.end(isWelcome ? run : "expired");
  };

/** Returns a function that yields "old" first and "new" afterwards. */
function expiring() {
  let callCount = 0;
  return { next: async () => (callCount++ === 0 ? "old" : "new"), callCount: () => callCount };
}

describe("a response with status 401", () => {
  test("causes one retry with fresh headers", async () => {
    await using server = await startHttpServer(wanting("new"));
    const token = expiring();
    const agent = httpAgent({
      url: server.url,
      headers: async () => ({ Authorization: await token.next() }),
    });
    expect((await createThread({ agent }).send("Hi")).outcome).toBe("success");
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["old", "new"]);
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
  });

  test("causes a retry with fresh forwardedProps", async () => {
    await using server = await startHttpServer(wanting("new"));
    const token = expiring();
    const thread = createThread({
      agent: httpAgent({ url: server.url }),
      forwardedProps: async () => ({ token: await token.next() }),
    });
    expect((await thread.send("Hi")).outcome).toBe("success");
    expect(server.requests.map(({ body }) => JSON.parse(body).forwardedProps)).toEqual([
      { token: "old" },
      { token: "new" },
    ]);
    expect(JSON.parse(server.requests[1]?.body ?? "").messages).toHaveLength(1);
  });

  test("is an error when it occurs twice in a row", async () => {
    await using server = await startHttpServer(wanting("other"));
    const token = expiring();
    const agent = httpAgent({
      url: server.url,
      credentials: async () => {
        await token.next();
        return "include";
      },
    });
    const { error } = await createThread({ agent }).send("Hi");
    expect(error).toMatchObject({ code: "http-status", context: { status: 401 } });
    expect(server.requests).toHaveLength(2);
    expect(token.callCount()).toBe(2);
  });

  test("causes no retry without functions that can return fresh values", async () => {
    await using server = await startHttpServer(wanting("new"));
    const agent = httpAgent({ url: server.url, headers: { authorization: "old" } });
    const { error } = await createThread({ agent }).send("Hi");
    expect(error).toMatchObject({ code: "http-status", context: { status: 401 } });
    expect(server.requests).toHaveLength(1);
  });
});

test("credentials may be a function", async () => {
  const received: unknown[] = [];
  const agent = httpAgent({
    url: "http://127.0.0.1/",
    credentials: async () => "include",
    fetch: async (_, init) => {
      received.push(init.credentials);
      return new Response(run, { headers: { "content-type": "text/event-stream" } });
    },
  });
  expect((await createThread({ agent }).run()).outcome).toBe("success");
  expect(received).toEqual(["include"]);
});

test("an option function that throws prevents the request and is named in the error", async () => {
  const agent = httpAgent({
    url: "http://127.0.0.1/",
    credentials: () => {
      throw new Error("signed out");
    },
    fetch: () => Promise.reject(new Error("was called")),
  });
  const { error } = await createThread({ agent }).run();
  expect(error).toMatchObject({ code: "agent-failed" });
  expect(error?.message).toContain("signed out");
});
