import { createParser } from "eventsource-parser";
import { createThread, httpAgent } from "../../../dist/core.js";
import { iterate } from "../reduce/ours.mjs";

/** Steps from bytes to a snapshot, all together and each alone. */

/** Measures a thread over HTTP with a `fetch` that has all bytes ready, without a network. */
export const threadOverHttp = {
  name: "thread over HTTP",
  async run({ chunks }) {
    const agent = httpAgent({ url: "https://bench.invalid/", fetch: async () => answerOf(chunks) });
    return runThread(agent);
  },
};

/** Measures the parser of server-sent events alone. */
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

/** Measures a thread that receives parsed events, grouped as in the chunks. */
export const reduction = {
  name: "our reduction",
  run: ({ groups }) => runThread({ run: () => iterate(groups) }),
};

async function runThread(agent) {
  const thread = createThread({ agent });
  let notifiedCount = 0;
  thread.store.subscribe(() => {
    notifiedCount++;
  });
  const { outcome, error } = await thread.run();
  if (outcome !== "success") throw error ?? new Error(`The run ended with outcome ${outcome}.`);
  const { messages, issues } = thread.getSnapshot();
  return { notifiedCount, issues, messages };
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
