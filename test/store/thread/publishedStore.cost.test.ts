import { afterEach, describe, expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput, httpAgent } from "../../../src/core.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const BATCHES = 20;
const delta: EventInput = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " };

/** Agent that streams a text in batches of 16 deltas. */
const agent: Agent = {
  async *run({ threadId, runId }) {
    yield { type: "RUN_STARTED", threadId, runId };
    yield { type: "TEXT_MESSAGE_START", messageId: "m1" };
    for (let batch = 0; batch < BATCHES; batch++) yield Array.from({ length: 16 }, () => delta);
    yield { type: "TEXT_MESSAGE_END", messageId: "m1" };
    yield { type: "RUN_FINISHED", threadId, runId };
  },
};

/** Number of short streams that {@link tirelessAgent} sends. */
const COUNT = 300;

const text = (n: number): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId: `m${n}` },
  { type: "TEXT_MESSAGE_CONTENT", messageId: `m${n}`, delta: "So." },
  { type: "TEXT_MESSAGE_END", messageId: `m${n}` },
];

/** Events of one of many short streams, by kind. */
const kinds = {
  reasoning: (n: number) => [
    { type: "REASONING_MESSAGE_START", messageId: `r${n}`, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: `r${n}`, delta: "Hm." },
    { type: "REASONING_MESSAGE_END", messageId: `r${n}` },
  ],
  calls: (n: number) => [
    { type: "TOOL_CALL_START", toolCallId: `c${n}`, toolCallName: "search" },
    { type: "TOOL_CALL_ARGS", toolCallId: `c${n}`, delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: `c${n}` },
    { type: "TOOL_CALL_RESULT", toolCallId: `c${n}`, messageId: `t${n}`, content: "ok" },
  ],
  "sub-agents": (n: number) => [
    { type: "SUBAGENT_STARTED", subagentRunId: `s${n}`, name: "Search" },
    ...text(n).map((event) => ({ ...event, subagentRunId: `s${n}` })),
    { type: "SUBAGENT_FINISHED", subagentRunId: `s${n}` },
  ],
  "encrypted values": (n: number) => [
    {
      type: "REASONING_ENCRYPTED_VALUE",
      subtype: "message",
      entityId: `m${n + 1}`,
      encryptedValue: "x",
    },
    ...text(n),
  ],
  "faulty events": (n: number) => [
    { type: "TOOL_CALL_ARGS", toolCallId: `missing${n}`, delta: "x" },
    { type: "STEP_FINISHED", stepName: "missing" },
    ...text(n),
  ],
  "unknown events": (n: number) => [{ type: `UNKNOWN_${n}` }, ...text(n)],
  steps: (n: number) => [
    { type: "STEP_STARTED", stepName: `s${n}` },
    ...text(n),
    { type: "STEP_FINISHED", stepName: `s${n}` },
  ],
  "events of the application": (n: number) => [
    { type: "CUSTOM", name: "progress", value: n },
    { type: "RAW", event: { n } },
    ...text(n),
  ],
} satisfies Record<string, (n: number) => readonly { readonly type: string }[]>;

/** Creates an agent that sends many short streams and never waits. */
const tirelessAgent = (kind: keyof typeof kinds): Agent => ({
  async *run({ threadId, runId }) {
    yield { type: "RUN_STARTED", threadId, runId };
    // Some of the events are faulty.
    for (let n = 0; n < COUNT; n++) yield* kinds[kind](n) as EventInput[];
    yield { type: "RUN_FINISHED", threadId, runId };
  },
});

const earlierMessages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `before${i}`,
    role: "user" as const,
    content: "What was said before.",
  }));

const WAYS = ["slice", "concat", "map", "filter", "entries", Symbol.iterator] as const;

/** Counts how often a list of at least `length` entries is copied or iterated during `work`. */
async function countPasses(length: number, work: () => Promise<unknown>): Promise<number> {
  let passes = 0;
  const list = Array.prototype;
  // Not a spy, which would store its calls in lists that are counted too.
  const originals = WAYS.map(
    (name) => [name, Object.getOwnPropertyDescriptor(list, name)] as const,
  );
  for (const [name, original] of originals) {
    const value = function (this: unknown[], ...args: unknown[]) {
      if (this.length >= length) passes += 1;
      return Reflect.apply(original?.value, this, args);
    };
    Object.defineProperty(list, name, { ...original, value });
  }
  try {
    await work();
  } finally {
    for (const [name, original] of originals) {
      if (original) Object.defineProperty(list, name, original);
    }
  }
  return passes;
}

describe("cost of a run", () => {
  test("is one copy of the message list per frame, even after 10,000 messages", async () => {
    const passes = async (count: number) => {
      const thread = createThread({ agent, initialMessages: earlierMessages(count) });
      const counted = await countPasses(10_000, () => thread.run());
      expect(thread.getSnapshot().messages.at(-1)?.content).toHaveLength(5 * 16 * BATCHES);
      return counted;
    };
    expect(await passes(0)).toBe(0);
    // The start and the end of the run copy the list as well, and the start gives times to what it sends.
    expect(await passes(10_000)).toBeLessThanOrEqual(15);
  });

  test("is one publication per frame", async () => {
    const thread = createThread({ agent });
    let published = 0;
    thread.store.subscribe(() => {
      published += 1;
    });
    await thread.run();
    // Submitted, started, ended by the event, ended by the stream, and one frame with all deltas.
    expect(published).toBeLessThanOrEqual(5);
  });

  // `Object.keys` loses the names of the keys.
  test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    "is one copy and one publication per frame while many %s arrive",
    async (kind) => {
      const thread = createThread({
        agent: tirelessAgent(kind),
        initialMessages: earlierMessages(10_000),
      });
      let published = 0;
      thread.store.subscribe(() => {
        published += 1;
      });
      const copies = await countPasses(10_000, () => thread.run());
      expect(thread.getSnapshot().messages.length).toBeGreaterThanOrEqual(10_000 + COUNT);
      // A slow machine may render several frames meanwhile.
      expect(copies).toBeLessThan(COUNT / 4);
      expect(published).toBeLessThan(COUNT / 4);
    },
  );

  test("is divided into tasks when the agent never waits", async () => {
    const thread = createThread({ agent: tirelessAgent("calls") });
    let tasks = 0;
    let isRunning = true;
    const countTask = () => {
      tasks += 1;
      if (isRunning) setImmediate(countTask);
    };
    setImmediate(countTask);
    await thread.run();
    isRunning = false;
    expect(tasks).toBeGreaterThanOrEqual(Math.floor((4 * COUNT) / 100));
  });

  test("is one JSON parse per event, however its bytes are split", async () => {
    const events: EventInput[] = [
      { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      ...Array.from({ length: 100 }, () => delta),
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const pieces = text.match(/.{1,37}/gs) ?? [];
    const fetch = async () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const thread = createThread({ agent: httpAgent({ url: "https://agent.test/", fetch }) });
    const parse = vi.spyOn(JSON, "parse");
    await thread.run();
    const read = parse.mock.calls.filter(([json]) => String(json).includes('"type"'));
    expect(thread.getSnapshot().messages.at(-1)?.content).toHaveLength(500);
    expect(read).toHaveLength(events.length);
  });
});
