import { createParser } from "eventsource-parser";
import { createThread, httpAgent } from "../../../dist/core.js";
import { iterate } from "../reduce/ours.mjs";

/** What is done to bytes on their way to a snapshot, whole and each step alone. */

/** A thread over HTTP. The server is a function that has all bytes ready: neither a network nor a socket. */
export const whole = {
  name: "whole",
  async run({ chunks }) {
    const agent = httpAgent({ url: "https://bench.invalid/", fetch: async () => answerOf(chunks) });
    return runThread(agent);
  },
};

/** Reads the events of a stream out of its bytes, and no more. */
export const parser = {
  name: "eventsource-parser",
  run({ chunks }) {
    let events = 0;
    const { feed } = createParser({
      onEvent() {
        events++;
      },
    });
    const utf8 = new TextDecoder();
    for (const chunk of chunks) feed(utf8.decode(chunk, { stream: true }));
    return { events };
  },
};

export const json = {
  name: "JSON.parse",
  run({ texts }) {
    let events = 0;
    for (const text of texts) if (JSON.parse(text).type) events++;
    return { events };
  },
};

/** A thread that is given the events, together where a chunk has brought them together. */
export const reduction = {
  name: "our reduction",
  run: ({ groups }) => runThread({ run: () => iterate(groups) }),
};

async function runThread(agent) {
  const thread = createThread({ agent });
  let heard = 0;
  thread.store.subscribe(() => {
    heard++;
  });
  const { outcome, error } = await thread.run();
  if (outcome !== "success") throw error ?? new Error(`The run came to ${outcome}.`);
  const { messages, issues } = thread.getSnapshot();
  return { heard, issues, messages };
}

function answerOf(chunks) {
  let at = 0;
  const reader = {
    read: () => Promise.resolve({ done: at === chunks.length, value: chunks[at++] }),
    cancel: async () => {},
  };
  return {
    ok: true,
    status: 200,
    headers: new Headers({ "content-type": "text/event-stream" }),
    body: { getReader: () => reader },
  };
}
