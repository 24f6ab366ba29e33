import { strictEqual } from "node:assert/strict";
import { createParser } from "eventsource-parser";
import { measure } from "../measure.mjs";
import { works } from "../reduce/works.mjs";
import { json, parser, reduction, threadOverHttp } from "./parts.mjs";

const DELTAS = 8_000;

/** Measures the bytes of a text stream in chunks of this size, in µs per delta. */
export async function chunksOf(bytes) {
  const { events, expected } = works.text.stream(DELTAS);
  const ids = { threadId: "t1", runId: "r1" };
  const all = [{ type: "RUN_STARTED", ...ids }, ...events, { type: "RUN_FINISHED", ...ids }];
  const texts = all.map((event) => JSON.stringify(event));
  const body = new TextEncoder().encode(texts.map((text) => `data: ${text}\n\n`).join(""));
  const chunks = [];
  for (let at = 0; at < body.length; at += bytes) chunks.push(body.subarray(at, at + bytes));
  const input = { chunks, texts, groups: groupsOf(chunks) };
  const times = await measure([threadOverHttp, parser, json, reduction], {
    input,
    check({ messages, issues, notifiedCount, events: read }, name) {
      if (!messages) return strictEqual(read, all.length, name);
      strictEqual(messages.at(-1).content, expected, name);
      strictEqual(issues.length, 0, name);
      if (notifiedCount === 0) throw new Error(`${name} has notified no listener.`);
    },
  });
  return [...times].map(([name, ms]) => ({ name, us: (ms * 1_000) / DELTAS }));
}

/** Groups the events by the chunk that completes them. */
function groupsOf(chunks) {
  const groups = [];
  let group = [];
  const { feed } = createParser({ onEvent: ({ data }) => group.push(JSON.parse(data)) });
  const utf8 = new TextDecoder();
  for (const chunk of chunks) {
    feed(utf8.decode(chunk, { stream: true }));
    if (group.length > 0) groups.push(group);
    group = [];
  }
  return groups;
}
