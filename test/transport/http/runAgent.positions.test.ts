import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { serveBytes, startHttpServer } from "../../support/httpServer.ts";
import { customEvent, textDelta } from "../../support/runEvents.ts";
import { startWebSocketServer } from "../../support/webSocketServer.ts";
import { playCutRun, RUN } from "./cutRun.ts";

describe("a run whose server tracks the position of the client", () => {
  test.each<[what: string, idOf: (nth: number) => string]>([
    ["gives all events one id", () => "r1"],
    ["restarts its ids on every connection", (nth) => `${nth}`],
  ])("the run loses no event when the server %s", { timeout: 600_000 }, async (_, idOf) => {
    const same = Array.from({ length: 6 }, () => textDelta("a"));
    const events = [...RUN.slice(0, 3), ...same, ...RUN.slice(-2)];
    const whole = { outcome: "success", texts: ["Hi", "aaaaaa"], state: [] };
    for (let first = 1; first < events.length; first++) {
      for (const second of [1, 2, 3]) {
        const ends = [first, first + second];
        let position = 0;
        await using server = await startHttpServer((response, { headers }) => {
          const from = headers["last-event-id"] === undefined ? 0 : position;
          position = ends.shift() ?? events.length;
          const frames = events.slice(from, position).map((event, nth) => {
            return `id: ${idOf(nth)}\ndata: ${JSON.stringify(event)}\n\n`;
          });
          response.writeHead(200, { "content-type": "text/event-stream" }).end(frames.join(""));
        });
        const agent = httpAgent({ url: server.url, connectUrl: server.url });
        expect(await playCutRun(agent), `${first} and ${second} events`).toEqual(whole);
      }
    }
  });
});

describe("a position within a batch", () => {
  async function orderOf(agent: Agent): Promise<unknown[]> {
    const order: unknown[] = [];
    const onCursor = (cursor: string) => order.push(cursor);
    const { signal } = new AbortController();
    for await (const events of agent.run(runInput(), { signal, onCursor })) order.push(events);
    return order;
  }
  const [a, b, c] = [customEvent("a"), customEvent("b"), customEvent("c")];
  const expected = [[a, b], "2", [c]];

  test("over HTTP", async () => {
    const lines = [a, b, c].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    await using server = await serveBytes(`id: 1\n${lines[0]}id: 2\n${lines[1]}${lines[2]}`);
    expect(await orderOf(httpAgent({ url: server.url }))).toEqual(expected);
    const connectable = httpAgent({ url: server.url, connectUrl: server.url });
    expect(await orderOf(connectable)).toEqual(expected);
  });

  test("over a WebSocket", async () => {
    await using server = await startWebSocketServer((socket) => {
      socket.send(JSON.stringify([{ ...a, id: 1 }, { ...b, id: 2 }, c]));
      socket.close(1000);
    });
    const order = await orderOf(webSocketAgent({ url: server.url, WebSocket }));
    expect(order).toEqual([
      [
        { ...a, id: 1 },
        { ...b, id: 2 },
      ],
      "2",
      [c],
    ]);
  });

  test("the position is reported between the events in a dialect whose frames hold the positions", async () => {
    const dialect: Dialect = {
      name: "test",
      read: ({ onCursor }) => ({
        push({ data }) {
          const { at, events } = data as { at?: string; events: readonly EventInput[] };
          if (at) onCursor(at);
          return events;
        },
        end: () => [],
      }),
    };
    const frames = [
      { events: [a] },
      { at: "1", events: [] },
      { at: "2", events: [b] },
      { events: [c] },
    ];
    await using server = await serveBytes(
      frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(""),
    );
    expect(await orderOf(httpAgent({ url: server.url, dialect }))).toEqual(expected);
  });
});

describe("the Last-Event-ID header", () => {
  const headerFor = async (cursor: string) => {
    await using server = await startHttpServer((response) => void response.writeHead(204).end());
    const run = await collect(httpAgent({ url: server.url, replay: server.url }), {
      connect: { cursor },
    });
    expect(run.error).toBeUndefined();
    return (await server.request()).headers["last-event-id"];
  };

  test.each(["7", "größe 1", "позиция-1", "✓👩‍🚀"])("holds %s in UTF-8", async (cursor) => {
    // Node reads a header as Latin-1, which keeps its bytes.
    const header = await headerFor(cursor);
    expect(Buffer.from(String(header), "latin1").toString("utf8")).toBe(cursor);
  });

  test("is absent when it cannot hold the position", async () => {
    expect(await headerFor("a\u0001b")).toBeUndefined();
  });
});

test("a run fails when reconnecting answers 204, and retry starts a new run", async () => {
  await using server = await startHttpServer((response, { path }) => {
    if (path === "/connect") return void response.writeHead(204).end();
    const isFirst = server.requests.length === 1;
    const events = isFirst ? RUN.slice(0, 4) : RUN;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `id: 1\ndata: ${JSON.stringify(event)}\n\n`).join(""));
  });
  const agent = httpAgent({ url: `${server.url}/run`, connectUrl: `${server.url}/connect` });
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 2 } });
  const { outcome, error } = await thread.send("Hi");
  expect([outcome, error?.code]).toEqual(["error", "network"]);
  expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual(["Hi", "ö👩‍🚀 "]);
  expect((await thread.retry()).outcome).toBe("success");
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/run",
    "/connect",
    "/connect",
    "/connect",
    "/run",
  ]);
});
