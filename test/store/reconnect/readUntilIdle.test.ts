import { describe, expect, test } from "vitest";
import { createThread, type EventInput, httpAgent } from "../../../src/core.ts";
import { readUntilIdle } from "../../../src/store/reconnect/readUntilIdle.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually } from "../../support/eventually.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { assistantText, runEvents, runWithInput } from "../../support/runEvents.ts";

const encode = (events: readonly EventInput[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** Starts a server that replays these events to a connection, keeps it open, and answers each run. */
function startServer(replayed: readonly EventInput[]) {
  return startHttpServer((response, { path, body }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (path === "/connect") {
      response.write(`: open\n\n${encode(replayed)}`);
      return;
    }
    const { runId } = JSON.parse(body);
    response.end(encode(runEvents(runId, ...assistantText("Hello!", "m1"))));
  });
}

function openThread(url: string, endMs: number) {
  const agent = httpAgent({ url: `${url}/run`, connectUrl: `${url}/connect`, timeouts: { endMs } });
  const thread = createThread({ agent, threadId: "t1" });
  return { thread, connected: thread.connect() };
}

describe("a message while the thread follows a server that keeps its connection open", () => {
  const earlier = runWithInput(
    "r0",
    [{ id: "u0", role: "user", content: "Hi" }],
    ...assistantText("Known", "m0"),
  );

  test("is sent when the server has no run", async () => {
    await using server = await startServer([]);
    const { thread, connected } = openThread(server.url, 20);
    await server.request(0);
    expect(await thread.send("Hello", { whenBusy: "queue" })).toMatchObject({ outcome: "success" });
    expect(await connected).toMatchObject({ outcome: "success", newMessages: [] });
    expect(thread.getSnapshot()).toMatchObject({
      queue: [],
      run: { status: "idle" },
      messages: [{ content: "Hello" }, { content: "Hello!" }],
    });
    const { abandoned } = await server.request(0);
    await abandoned;
  });

  test("is sent when the last run has ended and `endMs` is 0", { timeout: 30_000 }, async () => {
    await using server = await startServer(earlier);
    const { thread, connected } = openThread(server.url, 0);
    await eventually(() => thread.getSnapshot().messages.length).toBe(2);
    expect(await thread.send("Hello", { whenBusy: "queue" })).toMatchObject({ outcome: "success" });
    expect(await connected).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual([
      ...["Hi", "Known", "Hello", "Hello!"],
    ]);
  });

  test("is sent when the server has nothing to attach to", async () => {
    const sending = createDeferred();
    await using server = await startHttpServer(async (response, { path, body }) => {
      if (path === "/connect") {
        await sending.promise;
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const { runId } = JSON.parse(body);
      response.end(encode(runEvents(runId, ...assistantText("Hello!", "m1"))));
    });
    const { thread, connected } = openThread(server.url, 0);
    await server.request(0);
    const sent = thread.send("Hello", { whenBusy: "queue" });
    sending.resolve();
    await connected;
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot()).toMatchObject({ queue: [], messages: [{}, {}] });
  });
});

describe("a connection that has been quiet for long", () => {
  /** Reads a connection that brings an event, and another one after some checks whether it may end. */
  async function readQuietly(mayEnd: boolean) {
    const checked = createDeferred();
    let checkCount = 0;
    let isIdle = false;
    let closedBy: AbortSignal | undefined;
    const events: unknown[] = [];
    const connection = readUntilIdle(
      async function* (signal) {
        closedBy = signal;
        yield { type: "CUSTOM", name: "first", value: 1 };
        await checked.promise;
        yield { type: "CUSTOM", name: "second", value: 2 };
      },
      {
        signal: undefined,
        quietMs: 1,
        mayEnd() {
          checkCount += 1;
          if (checkCount > 3) checked.resolve();
          return mayEnd && checkCount > 1;
        },
        onIdle: () => {
          isIdle = true;
        },
      },
    );
    for await (const event of connection) events.push(event);
    return { names: events.map((event) => Object(event).name), isIdle, closedBy };
  }

  test("stays open while a run is in progress", async () => {
    expect(await readQuietly(false)).toMatchObject({ names: ["first", "second"], isIdle: false });
  });

  test("is aborted when it may end", async () => {
    const { names, isIdle, closedBy } = await readQuietly(true);
    expect({ names, isIdle }).toEqual({ names: ["first"], isIdle: true });
    expect(closedBy?.aborted).toBe(true);
  });
});
