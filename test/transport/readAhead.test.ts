import { expect, test } from "vitest";
import type { EventInput } from "../../src/core.ts";
import { httpAgent } from "../../src/transport/httpAgent.ts";
import { runInput, toList } from "../support/collect.ts";

const event = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " } as const;
const sse = `data: ${JSON.stringify(event)}\n\n`;
const EVENTS = 2_000;

/** Answers with all of a text at once, in pieces. */
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

/** Counts how often its answer is asked for more. */
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

test("pieces that are there already are handed on together, however small they are", async () => {
  const events: EventInput[] = [];
  let times = 0;
  for await (const yielded of run(readyFetch(sse.repeat(EVENTS), 37))) {
    times += 1;
    events.push(...toList(yielded));
  }
  expect(events).toEqual(Array.from({ length: EVENTS }, () => event));
  expect(times).toBeLessThan(EVENTS / 3);
});

test("no more is read than some, as long as nobody asks for it", async () => {
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
