import { expect, test } from "vitest";
import type { Dialect } from "../../../src/protocol/dialect.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { collect } from "../../support/collect.ts";
import { startHttpServer } from "../../support/httpServer.ts";
import { customEvent, started } from "../../support/runEvents.ts";

const [a, b, c] = [customEvent("a"), customEvent("b"), customEvent("c")];

/** Frame of a page: its event, and its position where it has one. */
type Frame = readonly [event: object, id?: number];

/** Reads a replay from a position; pages arrive in this order, and the last page repeats. */
async function replayOf(pages: readonly (readonly Frame[] | number)[], idleMs = 0) {
  let requestCount = 0;
  await using server = await startHttpServer((response) => {
    const page = pages[Math.min(requestCount++, pages.length - 1)] ?? [];
    if (typeof page === "number") return void response.writeHead(page).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const lines = page.map(([event, id]) => {
      return `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`;
    });
    response.end(lines.join(""));
  });
  const dialect: Dialect = {
    name: "test",
    pollMs: 10,
    read: () => ({ push: ({ data }) => [data as typeof a], end: () => [] }),
    connect: ({ cursor }) => ({ url: `?after=${cursor ?? ""}`, method: "GET" }),
  };
  const agent = httpAgent({ url: `${server.url}/`, dialect, timeouts: { idleMs } });
  const run = await collect(agent, { connect: { cursor: "1" } });
  return { ...run, paths: server.requests.map(({ path }) => path) };
}

test("a new event restarts the idle limit between empty pages", async () => {
  // Each silence lasts 20 ms, below the limit of 30 ms.
  const { events, error, paths } = await replayOf(
    [[], [], [[a, 2]], [], [], [[b, 3]], [], [], [[c, 4]], 500],
    30,
  );
  expect(events).toEqual([a, b, c]);
  expect(error).toMatchObject({ context: { status: 500 } });
  expect(paths).toHaveLength(10);
});

test("a page without positions ends the replay, since the next request would repeat it", async () => {
  const { events, error, paths } = await replayOf([[[started], [a]], 500]);
  expect(events).toEqual([started, a]);
  expect(error).toBeUndefined();
  expect(paths).toEqual(["/?after=1"]);
});

test("a page that overlaps the previous one adds only its new events", async () => {
  const { events, cursors, error } = await replayOf([
    [
      [a, 2],
      [b, 3],
    ],
    [
      [b, 3],
      [c, 4],
    ],
    [[c, 4]],
    500,
  ]);
  expect(events).toEqual([a, b, c]);
  expect(cursors).toEqual(["3", "4"]);
  expect(error).toMatchObject({ context: { status: 500 } });
});

test("an unknown position after the first page fails, because a restart would repeat that page", async () => {
  const { events, error, paths } = await replayOf([[[a, 2]], 410, [[a, 2]], 500]);
  expect(events).toEqual([a]);
  expect(error).toMatchObject({ context: { status: 410 } });
  expect(paths).toEqual(["/?after=1", "/?after=2"]);
});
