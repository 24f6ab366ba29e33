import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { webSocketAgent } from "../../../src/transport/webSocket/webSocketAgent.ts";
import { type Handler, startHttpServer } from "../../support/httpServer.ts";
import { startWebSocketServer } from "../../support/webSocketServer.ts";
import { playCutRun, RUN } from "./cutRun.ts";

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
    { timeout: 600_000 },
    async (ids, manner, positions, step) => {
      const cursors = new Set<string>();
      await using server = await startHttpServer(cutting(ids, manner, cursors));
      const [first] = sse(ids);
      const cuts: number[] = [];
      const { length } = Buffer.concat(sse(ids));
      for (let cut = first?.length ?? 0; cut < length; cut += step) cuts.push(cut);
      const wrong = await playAll(cuts, (cut) =>
        playCutRun(httpAgent({ url: `${server.url}/${cut}`, connectUrl: `${server.url}/${cut}` })),
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
        playCutRun(webSocketAgent({ url: `${server.url}/${cut}`, WebSocket })),
      );
      expect(wrong).toEqual([]);
      expect(cursors.size).toBe(positions);
    },
  );
});
