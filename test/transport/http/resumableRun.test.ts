import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { collect, runInput } from "../../support/collect.ts";
import { type Handler, serveBytes, startHttpServer } from "../../support/httpServer.ts";
import { custom, finished, started } from "../../support/localAgent.ts";
import { startWebSocketServer } from "../../support/webSocketServer.ts";

const textDelta = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "m1",
  delta,
});

const counts: EventInput = { type: "STATE_DELTA", delta: [{ op: "add", path: "/-", value: 1 }] };

/** A run whose events are not idempotent, with multi-byte characters. */
const RUN: readonly EventInput[] = [
  started,
  { type: "STATE_SNAPSHOT", snapshot: [] },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  textDelta("ö👩‍🚀 "),
  textDelta("ö👩‍🚀 "),
  counts,
  counts,
  textDelta("x"),
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  finished,
];
const WHOLE = { outcome: "success", texts: ["Hi", "ö👩‍🚀 ö👩‍🚀 x"], state: [1, 1] };

/** Id of each event of a run, or `undefined` for events without an id. */
const STAMPS = {
  all: (at: number) => `${at}`,
  some: (at: number) => (at % 3 === 1 ? `${at}` : undefined),
  none: () => undefined,
  "no two different": () => "r1",
} as const;
type Stamp = keyof typeof STAMPS;

/** Index of the first event that a server sends after the event of a position. */
const MANNERS = {
  "continues after its position": (at: number) => at + 1,
  "begins with it": (at: number) => at,
  "begins two before it": (at: number) => Math.max(0, at - 1),
  "sends everything": () => 0,
} as const;
type Manner = keyof typeof MANNERS;

const stamped = (ids: Stamp) => RUN.map((event, at) => ({ event, id: STAMPS[ids](at) }));

function indexFrom(ids: Stamp, manner: Manner, cursor: string | undefined): number {
  const at = cursor === undefined ? -1 : stamped(ids).findIndex(({ id }) => id === cursor);
  return at < 0 ? 0 : MANNERS[manner](at);
}

async function play(agent: Agent) {
  const thread = createThread({ agent, threadId: "t1", reconnect: { firstMs: 0, attempts: 3 } });
  const { outcome } = await thread.send("Hi");
  const { messages, state } = thread.getSnapshot();
  return { outcome, texts: messages.map(({ content }) => content), state };
}

/** Plays the run once per cut, several at a time, and returns the cuts with a wrong result. */
async function playAll(
  cuts: readonly number[],
  playOne: (cut: number) => Promise<object>,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const left = [...cuts];
  const work = async () => {
    for (let cut = left.shift(); cut !== undefined; cut = left.shift()) {
      const got = await playOne(cut);
      if (JSON.stringify(got) !== JSON.stringify(WHOLE)) wrong.push({ cut, got });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return wrong;
}

describe("a run over HTTP that is cut at any byte", () => {
  const sse = (ids: Stamp) =>
    stamped(ids).map(({ event, id }) =>
      Buffer.from(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`),
    );

  /** Cuts the first two answers at the byte of the path, counted from the start of each answer. */
  function cutting(ids: Stamp, manner: Manner, cursors: Set<string>): Handler {
    const answers = new Map<string, number>();
    return (response, { path = "", headers }) => {
      const count = (answers.get(path) ?? 0) + 1;
      answers.set(path, count);
      const cursor = headers["last-event-id"]?.toString();
      if (cursor !== undefined) cursors.add(cursor);
      const bytes = Buffer.concat(sse(ids).slice(indexFrom(ids, manner, cursor)));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(count > 2 ? bytes : bytes.subarray(0, Number(path.slice(1))));
    };
  }

  test.each<[ids: Stamp, manner: Manner, positions: number, step: number]>([
    ["all", "continues after its position", 9, 5],
    ["all", "begins with it", 9, 2],
    ["all", "begins two before it", 9, 5],
    ["all", "sends everything", 9, 5],
    ["some", "continues after its position", 3, 1],
    ["some", "begins with it", 3, 3],
    ["some", "sends everything", 3, 5],
    ["none", "sends everything", 0, 5],
    ["no two different", "sends everything", 1, 5],
  ])(
    "is complete with %s ids, by a server that %s",
    { timeout: 60_000 },
    async (ids, manner, positions, step) => {
      const cursors = new Set<string>();
      await using server = await startHttpServer(cutting(ids, manner, cursors));
      const [first] = sse(ids);
      const cuts: number[] = [];
      const { length } = Buffer.concat(sse(ids));
      for (let cut = first?.length ?? 0; cut < length; cut += step) cuts.push(cut);
      const wrong = await playAll(cuts, (cut) =>
        play(httpAgent({ url: `${server.url}/${cut}`, connectUrl: `${server.url}/${cut}` })),
      );
      expect(wrong).toEqual([]);
      expect(cursors.size).toBe(positions);
    },
  );
});

describe.each(["a message each", "together"])("a run over a WebSocket, with events %s", (wire) => {
  test.each<[ids: Stamp, manner: Manner, positions: number]>([
    ["all", "continues after its position", 9],
    ["all", "begins with it", 9],
    ["all", "begins two before it", 9],
    ["all", "sends everything", 9],
    ["some", "continues after its position", 3],
    ["some", "begins with it", 3],
    ["none", "sends everything", 0],
    ["no two different", "sends everything", 1],
  ])(
    "is complete when cut anywhere, with %s ids, by a server that %s",
    async (ids, manner, positions) => {
      const cursors = new Set<string>();
      const answers = new Map<string, number>();
      await using server = await startWebSocketServer(
        (socket, message: { cursor?: string }, { path = "" }) => {
          const count = (answers.get(path) ?? 0) + 1;
          answers.set(path, count);
          if (message.cursor !== undefined) cursors.add(message.cursor);
          const rest = stamped(ids).slice(indexFrom(ids, manner, message.cursor));
          const sent = count > 2 ? rest : rest.slice(0, Number(path.slice(1)));
          const events = sent.map(({ event, id }) => ({ ...event, eventId: id }));
          if (wire === "together") socket.send(JSON.stringify(events));
          else for (const event of events) socket.send(JSON.stringify(event));
          socket.close(count > 2 ? 1000 : 1011);
        },
      );
      const cuts = RUN.map((_, at) => at).slice(1);
      const wrong = await playAll(cuts, (cut) =>
        play(webSocketAgent({ url: `${server.url}/${cut}`, WebSocket })),
      );
      expect(wrong).toEqual([]);
      expect(cursors.size).toBe(positions);
    },
  );
});

describe("a run whose server tracks the position of the client", () => {
  test.each<[what: string, idOf: (nth: number) => string]>([
    ["gives all events one id", () => "r1"],
    ["restarts its ids on every connection", (nth) => `${nth}`],
  ])("the run loses no event when the server %s", { timeout: 60_000 }, async (_, idOf) => {
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
        expect(await play(agent), `${first} and ${second} events`).toEqual(whole);
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
  const [a, b, c] = [custom("a"), custom("b"), custom("c")];
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
