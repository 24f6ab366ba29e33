import { expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { runInput, toList } from "../../support/collect.ts";

const event = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " } as const;
const sse = `data: ${JSON.stringify(event)}\n\n`;
const EVENTS = 2_000;

/** Creates a fetch whose whole text is available at once, in pieces. */
function readyFetch(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  return async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.subarray(at, at + size));
        }
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

/** Creates a fetch that counts the reads of its body. */
function countingFetch(piece: string, count: number) {
  const bytes = new TextEncoder().encode(piece);
  let pulls = 0;
  const fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulls++ < count) controller.enqueue(bytes);
        else controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { fetch, pulls: () => pulls };
}

const run = (fetch: typeof globalThis.fetch) =>
  httpAgent({ url: "https://agent.test/", fetch }).run(runInput(), new AbortController());

test("available pieces are yielded together, however small", async () => {
  const events: EventInput[] = [];
  let times = 0;
  for await (const yielded of run(readyFetch(sse.repeat(EVENTS), 37))) {
    times += 1;
    events.push(...toList(yielded));
  }
  expect(events).toEqual(Array.from({ length: EVENTS }, () => event));
  expect(times).toBeLessThan(EVENTS / 3);
});

test("reading ahead is bounded while the consumer does not read", async () => {
  const { fetch, pulls } = countingFetch(sse, EVENTS);
  const iterator = run(fetch)[Symbol.asyncIterator]();
  let count = toList((await iterator.next()).value ?? []).length;
  for (let task = 0; task < 20; task++) await new Promise((resolve) => setImmediate(resolve));
  expect(pulls() * sse.length).toBeLessThan(40_000);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    count += toList(next.value).length;
  }
  expect(count).toBe(EVENTS);
});

test("a large piece does not block other tasks and loses no events", async () => {
  const text = sse.repeat(1 + Math.ceil(1_000_000 / sse.length));
  let tasks = 0;
  let isOver = false;
  const take = () => {
    tasks += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
  const events: EventInput[] = [];
  for await (const yielded of run(readyFetch(text, text.length))) events.push(...toList(yielded));
  isOver = true;
  expect(events).toEqual(Array.from({ length: text.length / sse.length }, () => event));
  expect(tasks).toBeGreaterThanOrEqual(7);
});

test("a run can be stopped in the middle of a large piece", async () => {
  const controller = new AbortController();
  const fetch = readyFetch(sse.repeat(Math.ceil(1_000_000 / sse.length)), 1_000_000);
  const agent = httpAgent({ url: "https://agent.test/", fetch });
  setImmediate(() => setImmediate(() => controller.abort(new Error("Enough."))));
  let bytes = 0;
  const reading = async () => {
    for await (const yielded of agent.run(runInput(), controller))
      bytes += toList(yielded).length * sse.length;
  };
  await expect(reading()).rejects.toThrow("Enough.");
  expect(bytes).toBeLessThan(800_000);
});
