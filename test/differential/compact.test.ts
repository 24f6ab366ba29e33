import { compactEvents as compactThere } from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import { canonicalEvents, compactEvents, createSnapshot, reduceEvents } from "../../src/core.ts";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing.ts";
import { readRecordings } from "../support/recordings.ts";
import { textDelta } from "../support/runEvents.ts";
import { copyThroughJson } from "./conversation.ts";
import { silenceConsole } from "./playReference.ts";

silenceConsole();

async function canonical(events: readonly unknown[]): Promise<readonly Event[]> {
  let lastId = 0;
  async function* source() {
    // Cast because some events of a damaged stream are invalid.
    yield events as readonly EventInput[];
  }
  const read: Event[] = [];
  const createId = () => `made-${++lastId}`;
  for await (const batch of canonicalEvents(source(), { createId })) read.push(...batch);
  return read;
}

/**
 * Returns everything that an agent or a user can observe, without issues and the times of streams.
 */
function observable(events: readonly Event[]) {
  const { messages, state, toolCalls, interrupts, run, steps, subagents } = reduceEvents(
    createSnapshot({ threadId: "t1" }),
    events,
  );
  const { outcome, result, error, pendingToolCallIds } = run;
  const ending = { outcome, result, error, pendingToolCallIds };
  return copyThroughJson({ messages, state, toolCalls, interrupts, ending, steps, subagents });
}

describe("a recorded stream is compacted as in the reference, with the same result:", () => {
  const recordings = readRecordings("sse").filter(
    // Excludes messages snapshots, around which the reference reorders events.
    ({ bytes }) => !new TextDecoder().decode(bytes).includes("MESSAGES_SNAPSHOT"),
  );
  const before = { here: 0, there: 0, written: 0 };

  test.each(recordings.map((one) => [one.name, one] as const))(
    "%s is compacted as in the reference",
    async (_, { bytes }) => {
      const events = await canonical(readSse(new TextDecoder().decode(bytes)));
      const here = compactEvents(events);
      const there = compactThere([...events]) as readonly Event[];
      expect(observable(here)).toEqual(observable(events));
      expect(observable(here)).toEqual(observable(there));
      before.here += here.length;
      before.there += there.length;
      before.written += events.length;
    },
  );

  test("compacting shortens the recordings considerably", () => {
    expect(recordings.length).toBeGreaterThan(30);
    expect(before.here).toBeLessThan(before.written * 0.75);
    expect(before.here).toBeLessThan(before.there * 1.15);
  });
});

const run = (...events: readonly EventInput[]): readonly EventInput[] => [
  { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
];
const textStart: EventInput = {
  type: "TEXT_MESSAGE_START",
  messageId: "m1",
  role: "assistant",
};
const textEnd: EventInput = { type: "TEXT_MESSAGE_END", messageId: "m1" };
const add = (path: string): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "add", path, value: 1 }],
});
const reasoning = (delta: string): EventInput => ({
  type: "REASONING_MESSAGE_CONTENT",
  messageId: "t1",
  delta,
});

/** Intended differences: the events, and the types that the kit and the reference return. */
const differences: readonly (readonly [
  reason: string,
  events: readonly EventInput[],
  here: readonly string[],
  there: readonly string[],
])[] = [
  [
    "the kit combines patches without a snapshot; the reference leaves them",
    run(add("/a"), add("/b")),
    ["RUN_STARTED", "STATE_DELTA", "RUN_FINISHED"],
    ["RUN_STARTED", "STATE_DELTA", "STATE_DELTA", "RUN_FINISHED"],
  ],
  [
    "the kit leaves state where it was sent; the reference moves it to the end of the run",
    run({ type: "STATE_SNAPSHOT", snapshot: { a: 1 } }, textStart, textDelta("a"), textEnd),
    [
      ...["RUN_STARTED", "STATE_SNAPSHOT", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"],
      ...["TEXT_MESSAGE_END", "RUN_FINISHED"],
    ],
    [
      ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
      ...["STATE_SNAPSHOT", "RUN_FINISHED"],
    ],
  ],
  [
    "the kit leaves a messages snapshot before the text that follows it; the reference loses the text",
    run(
      textStart,
      textDelta("a"),
      { type: "MESSAGES_SNAPSHOT", messages: [] },
      textDelta("b"),
      textEnd,
    ),
    [
      ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "MESSAGES_SNAPSHOT"],
      ...["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "RUN_FINISHED"],
    ],
    [
      ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
      ...["MESSAGES_SNAPSHOT", "RUN_FINISHED"],
    ],
  ],
  [
    "the kit expands and merges chunks; the reference leaves them",
    run(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "b" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "c" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "d" },
    ),
    [
      ...["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
      "RUN_FINISHED",
    ],
    ["RUN_STARTED", ...Array<string>(4).fill("TEXT_MESSAGE_CHUNK"), "RUN_FINISHED"],
  ],
  [
    "the kit merges reasoning; the reference leaves it",
    run(
      { type: "REASONING_MESSAGE_START", messageId: "t1", role: "reasoning" },
      reasoning("a"),
      reasoning("b"),
      { type: "REASONING_MESSAGE_END", messageId: "t1" },
    ),
    [
      ...["RUN_STARTED", "REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT"],
      ...["REASONING_MESSAGE_END", "RUN_FINISHED"],
    ],
    [
      ...["RUN_STARTED", "REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT"],
      ...["REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END", "RUN_FINISHED"],
    ],
  ],
  [
    "the kit summarizes what precedes the first run; the reference merges its deltas",
    [textStart, textDelta("a"), textDelta("b"), textEnd],
    ["MESSAGES_SNAPSHOT"],
    ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"],
  ],
];

describe("compacting differs from the reference:", () => {
  test.each(differences)("differs from the reference: %s", (_, events, here, there) => {
    const typesOf = (result: readonly { readonly type: string }[]) =>
      result.map(({ type }) => type);
    expect(typesOf(compactEvents(events))).toEqual(here);
    // Cast because the reference declares `type` as an enum.
    expect(typesOf(compactThere([...(events as readonly Event[])]))).toEqual(there);
  });

  test("the kit removes messages from inputs that the conversation has; the reference does not", () => {
    const input = {
      ...{ threadId: "t1", runId: "r1", state: {}, tools: [], context: [], forwardedProps: {} },
      messages: [{ id: "u1", role: "user", content: "Hi" } as const],
    };
    const start: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1", input };
    const end: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
    const events = [start, end, start] as readonly Event[];
    const counts = (result: readonly unknown[]) =>
      (result as readonly Event[]).flatMap((event) =>
        event.type === "RUN_STARTED" ? [event.input?.messages.length] : [],
      );
    expect(counts(compactEvents(events))).toEqual([1, 0]);
    expect(counts(compactThere([...events]))).toEqual([1, 1]);
  });
});
