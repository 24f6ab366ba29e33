import { describe, expect, test } from "vitest";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type {
  HttpAgentOptions,
  HttpAgentReplayRequest,
} from "../../../src/transport/http/httpAgentOptions.ts";
import { collect, runInput } from "../../support/collect.ts";
import { type Handler, serveBytes, startHttpServer } from "../../support/httpServer.ts";
import { readRecording } from "../../support/recordings.ts";
import { customEvent, finished, started } from "../../support/runEvents.ts";

const sse = (...events: readonly object[]): string =>
  events.map((event, at) => `id: ${at + 1}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const answer =
  (status: number, body = "", contentType = "text/event-stream"): Handler =>
  (response) => {
    response.writeHead(status, { "content-type": contentType }).end(body);
  };

test("an agent without a connect address cannot connect, and an agent with two is refused", () => {
  expect(httpAgent({ url: "/agent" })).not.toHaveProperty("connect");
  expect(() => httpAgent({ url: "/agent", connectUrl: "/a", replay: "/b" })).toThrow(
    expect.objectContaining({
      code: "invalid-argument",
      message: expect.stringContaining("replay"),
    }),
  );
});

describe("connecting with a connectUrl", () => {
  test("posts the run input, with the position in a header", async () => {
    await using server = await startHttpServer(answer(200, sse(started, finished)));
    const agent = httpAgent({
      url: `${server.url}/run`,
      connectUrl: `${server.url}/connect`,
      headers: async (input) => ({ authorization: `token of ${input?.runId}` }),
      body: { tenant: "acme" },
    });
    const input = runInput({ state: { n: 1 } });
    const first = await collect(agent, { input, connect: {} });
    expect(first).toMatchObject({ events: [started, finished], cursors: ["2"] });
    await collect(agent, { input, connect: { cursor: "2" } });
    for (const request of server.requests) {
      expect(request).toMatchObject({
        method: "POST",
        path: "/connect",
        headers: {
          authorization: "token of r1",
          accept: "text/event-stream",
          "content-type": "application/json",
        },
      });
      expect(JSON.parse(request.body)).toEqual({ tenant: "acme", ...input });
    }
    const positions = server.requests.map(({ headers }) => headers["last-event-id"]);
    expect(positions).toEqual([undefined, "2"]);
  });

  test("yields the runs of a thread from a recording in one stream", async () => {
    const bytes = readRecording("copilotkit/connect.3-connect.sse");
    await using server = await serveBytes(bytes, { chunkSize: 100 });
    const agent = httpAgent({ url: server.url, connectUrl: server.url });
    const replay = await collect(agent, { connect: {} });
    expect(replay.error).toBeUndefined();
    expect(replay.events).toEqual(readSse(new TextDecoder().decode(bytes)));
    expect(replay.events.filter(({ type }) => type === "RUN_STARTED")).toHaveLength(2);
  });

  test("calls a function for the address of every position", async () => {
    await using server = await startHttpServer(answer(200));
    const positions: HttpAgentReplayRequest[] = [];
    const agent = httpAgent({
      url: server.url,
      connectUrl: (position) => {
        positions.push(position);
        return new URL(`/threads/${position.threadId}`, server.url);
      },
    });
    await collect(agent, { connect: {} });
    await collect(agent, { connect: { cursor: "7" } });
    expect(positions).toEqual([
      { threadId: "t1", runId: "r1" },
      { threadId: "t1", runId: "r1", cursor: "7" },
    ]);
    expect(server.requests.map(({ path }) => path)).toEqual(["/threads/t1", "/threads/t1"]);
  });

  test("does not change the runs of the agent", async () => {
    await using server = await startHttpServer(answer(200, sse(started, finished)));
    const agent = httpAgent({ url: `${server.url}/run`, connectUrl: `${server.url}/connect` });
    expect(await collect(agent)).toMatchObject({ events: [started, finished] });
    const { path, method, headers, body } = await server.request();
    expect([method, path, headers["last-event-id"]]).toEqual(["POST", "/run", undefined]);
    expect(JSON.parse(body)).toEqual(runInput());
  });
});

describe("connecting with a replay", () => {
  const replayOf = async (
    replay: (url: string) => NonNullable<HttpAgentOptions["replay"]>,
    connect: { cursor?: string },
  ) => {
    await using server = await startHttpServer(answer(200, sse(started, finished)));
    const agent = httpAgent({ url: server.url, replay: replay(server.url) });
    const input = runInput({ threadId: "a b" });
    const { error } = await collect(agent, { input, connect });
    expect(error).toBeUndefined();
    return await server.request();
  };

  test("requests the run of the thread without a body or content type", async () => {
    const request = await replayOf((url) => `${url}/replay?key=1#x`, { cursor: "7" });
    expect(request).toMatchObject({
      method: "GET",
      path: "/replay?key=1&threadId=a+b&runId=r1",
      headers: { "last-event-id": "7", accept: "text/event-stream" },
      body: "",
    });
    expect(request.headers).not.toHaveProperty("content-type");
  });

  test("calls a function for the address, including the position", async () => {
    const replay = (url: string) => (position: HttpAgentReplayRequest) =>
      `${url}/?offset=${position.cursor ?? "-1"}`;
    expect((await replayOf(replay, {})).path).toBe("/?offset=-1");
    expect((await replayOf(replay, { cursor: "7" })).path).toBe("/?offset=7");
  });
});

describe("connecting to a server", () => {
  const connectTo = async (handle: Handler, connect: { cursor?: string }, options: object = {}) => {
    await using server = await startHttpServer(handle);
    const agent = httpAgent({ url: server.url, replay: server.url, ...options });
    const run = await collect(agent, { connect });
    return { ...run, requests: server.requests };
  };

  test.each<[what: string, handle: Handler]>([
    ["404", answer(404, "no such run", "text/plain")],
    ["204", answer(204)],
    ["an empty stream", answer(200)],
    ["an empty page", answer(200, "", "text/html")],
    ["nothing but heartbeats", answer(200, ": heartbeat\n\n")],
  ])("yields no events when the server has nothing to resume and answers %s", async (_, handle) => {
    const { events, error, requests } = await connectTo(handle, { cursor: "7" });
    expect(events).toEqual([]);
    expect(error).toBeUndefined();
    expect(requests).toHaveLength(1);
  });

  test("requests everything, once, when the position is unknown", async () => {
    const { events, error, requests } = await connectTo(
      (response, request) => {
        const isKnown = request.headers["last-event-id"] === undefined;
        return answer(isKnown ? 200 : 410, sse(started, finished))(response, request);
      },
      { cursor: "old" },
    );
    expect(events).toEqual([started, finished]);
    expect(error).toBeUndefined();
    expect(requests).toHaveLength(2);
    const always = await connectTo(answer(410), { cursor: "old" });
    expect(always.error).toMatchObject({ context: { status: 410 } });
    expect(always.requests).toHaveLength(2);
  });

  test.each([400, 403, 503])("fails the attempt when the server answers %i", async (status) => {
    const { error } = await connectTo(answer(status, "why", "text/plain"), { cursor: "7" });
    expect(error).toMatchObject({ code: "http-status", context: { status, body: "why" } });
  });

  test("retries with a fresh token at the same position after a 401", async () => {
    let attempts = 0;
    const { events, requests } = await connectTo(
      (response, request) => {
        const isFresh = request.headers.authorization === "2";
        return answer(isFresh ? 200 : 401, sse(customEvent("fresh")))(response, request);
      },
      { cursor: "7" },
      { headers: () => ({ authorization: String(++attempts) }) },
    );
    expect(events).toEqual([customEvent("fresh")]);
    expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual(["7", "7"]);
    const fixed = await connectTo(answer(401), {}, { headers: { authorization: "1" } });
    expect(fixed.error).toMatchObject({ context: { status: 401 } });
    expect(fixed.requests).toHaveLength(1);
  });

  test("requests everything after an empty id has reset the position", async () => {
    const { requests } = await connectTo(answer(200), { cursor: "" });
    expect(requests[0]?.headers).not.toHaveProperty("last-event-id");
  });
});

test("connecting to an older server downgrades the input", async () => {
  await using server = await startHttpServer(answer(200, sse(started, finished)));
  const agent = httpAgent({
    url: server.url,
    connectUrl: server.url,
    maxProtocolVersion: "0.0.57",
  });
  const input: RunAgentInput = runInput({ protocolVersion: "1.0" });
  await collect(agent, { input, connect: {} });
  expect(JSON.parse((await server.request()).body)).toEqual(runInput());
});
