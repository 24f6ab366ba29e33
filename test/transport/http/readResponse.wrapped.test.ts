import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { fakeFetch } from "../../support/fakeFetch.ts";

const url = "https://agent.example";
const json = JSON.stringify;
const frame = (data: unknown) => `data: ${typeof data === "string" ? data : json(data)}\n\n`;

/** A complete run. */
const events = [
  { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
];

const each = (write: (event: (typeof events)[number]) => string) => events.map(write).join("");
const toCamelCase = (type: string) =>
  type.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Responses with the same run in forms that the protocol does not have, and the issue of each. */
const responses: readonly (readonly [string, string, string])[] = [
  ["a double `data:`", each((event) => `data: ${frame(event)}`), "repaired-frame"],
  ["one line break after each event", each((event) => `data: ${json(event)}\n`), "repaired-frame"],
  ["JSON text in JSON", each((event) => frame(json(json(event)))), "repaired-frame"],
  ["a list of events", frame(events), "repaired-frame"],
  [
    "the type as the name of the frame",
    each(({ type, ...rest }) => `event: ${type}\n${frame(rest)}`),
    "missing-field",
  ],
  [
    "the type in lower case",
    each(({ type, ...rest }) => frame({ ...rest, type: type.toLowerCase() })),
    "repaired-type",
  ],
  [
    "the type in camelCase",
    each(({ type, ...rest }) => frame({ ...rest, type: toCamelCase(type) })),
    "repaired-type",
  ],
  [
    "the type as Python prints it",
    each(({ type, ...rest }) => frame({ ...rest, type: `EventType.${type}` })),
    "repaired-type",
  ],
];

describe.each(responses)("a response with %s", (_, body, code) => {
  test("is read as meant, with an issue", async () => {
    const fetch = fakeFetch(body);
    const thread = createThread({ agent: httpAgent({ url, fetch }) });
    expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
    const { messages, issues } = thread.getSnapshot();
    expect(messages[1]).toEqual({ id: "m1", role: "assistant", content: "Hello" });
    expect([...new Set(issues.map((issue) => issue.code))]).toEqual([code]);
    expect(fetch.calls).toHaveLength(1);
  });

  test("is refused by a strict thread", async () => {
    const agent = httpAgent({ url, fetch: fakeFetch(body) });
    const thread = createThread({ agent, strict: true });
    expect((await thread.send("Hi")).error).toMatchObject({ code: "protocol-violation" });
  });

  test("ends although the server keeps the connection open", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(body)),
      });
      const headers = { "content-type": "text/event-stream" };
      const fetch = async () => new Response(stream, { headers });
      const agent = httpAgent({ url, fetch, timeouts: { endMs: 2_000 } });
      const sent = createThread({ agent }).send("Hi");
      await vi.advanceTimersByTimeAsync(2_001);
      expect(await sent).toMatchObject({ outcome: "success" });
    } finally {
      vi.useRealTimers();
    }
  });
});
