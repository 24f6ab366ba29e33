import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CompactOptions,
  canonicalEvents,
  compactEvents,
  createSnapshot,
  reduceEvents,
} from "../../src/core.ts";
import type { Event, EventInput, Message } from "../../src/protocol/events.ts";
import { copyThroughJson } from "../differential/conversation.ts";
import { commands } from "../differential/generate/commands.ts";
import { interpretCommands } from "../differential/generate/interpretCommands.ts";
import { damage, mutations } from "../differential/generate/mutations.ts";
import { shiftSeed } from "../support/shiftSeed.ts";

async function canonical(stream: readonly EventInput[]): Promise<readonly Event[]> {
  const events: Event[] = [];
  async function* source() {
    yield stream;
  }
  for await (const batch of canonicalEvents(source())) events.push(...batch);
  return events;
}

/** Compacts twice, and compares; returns how many events were removed. */
function removedBy(events: readonly Event[], options?: CompactOptions): number {
  const compact = compactEvents(events, options);
  deepStrictEqual(compactEvents(compact, options), compact);
  return events.length - compact.length;
}

/**
 * Returns what an application can observe, apart from the issues of events outside a run. Merged events cause
 * an issue once.
 */
function observable(events: readonly Event[], messages: readonly Message[]) {
  const {
    tracking: _,
    issues,
    ...content
  } = reduceEvents(createSnapshot({ threadId: "t", messages }), events);
  return copyThroughJson({
    ...content,
    issues: issues
      .filter(({ code }) => code !== "outside-run")
      .map(({ count: __, ...issue }) => issue),
  });
}

const id = fc.constantFrom("m1", "m2");
const delta = fc.constantFrom("a", "b", "");
const runIds = fc.constantFrom("r1", "r2");

/** Events that are merged, and events that interrupt them. */
const event: fc.Arbitrary<EventInput> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ type: fc.constant("TEXT_MESSAGE_CONTENT"), messageId: id, delta }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("TEXT_MESSAGE_CHUNK"), messageId: id, delta }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("TOOL_CALL_ARGS"), toolCallId: id, delta }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("REASONING_MESSAGE_CONTENT"), messageId: id, delta }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("TEXT_MESSAGE_START"),
      messageId: id,
      role: fc.constantFrom("assistant", "user"),
    }),
  },
  fc.record({ type: fc.constant("TEXT_MESSAGE_END"), messageId: id }),
  fc.record({
    type: fc.constant("REASONING_MESSAGE_START"),
    messageId: id,
    role: fc.constant("reasoning"),
  }),
  fc.record({
    type: fc.constant("TOOL_CALL_START"),
    toolCallId: id,
    toolCallName: fc.constant("search"),
  }),
  fc.record({ type: fc.constant("TOOL_CALL_END"), toolCallId: id }),
  fc.record({
    type: fc.constant("TOOL_CALL_RESULT"),
    messageId: fc.constantFrom("m1", "result"),
    toolCallId: id,
    content: delta,
  }),
  fc.record({ type: fc.constant("STATE_SNAPSHOT"), snapshot: fc.constantFrom({}, { a: 1 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("STATE_DELTA"),
      delta: fc.constantFrom(
        [{ op: "add", path: "/b", value: 2 }],
        [{ op: "replace", path: "/b", value: 3 }],
        [{ op: "remove", path: "/a" }],
      ),
    }),
  },
  fc.constant({ type: "CUSTOM", name: "thinking", value: null }),
  fc.constant({ type: "RAW", event: {} }),
  fc.record({ type: fc.constant("RUN_STARTED"), threadId: fc.constant("t"), runId: runIds }),
  fc.record({ type: fc.constant("RUN_FINISHED"), threadId: fc.constant("t"), runId: runIds }),
  // Each record has the fields of its type.
) as fc.Arbitrary<EventInput>;

const callIds = ["c1", "c2", "c3"];

/** Events of parallel calls, as the indexes of the calls in the order in which their events arrive. */
const parallelCalls = fc.array(fc.nat({ max: callIds.length - 1 }), { maxLength: 40, size: "max" });

/** Returns a run in which each call starts with its first event and ends with its last one, among other events. */
function interleave(indexes: readonly number[], others: readonly EventInput[]): EventInput[] {
  const events = indexes.flatMap((index, position): EventInput[] => {
    const toolCallId = callIds[index] ?? "";
    const isFirst = indexes.indexOf(index) === position;
    const isLast = indexes.lastIndexOf(index) === position;
    const other = others[position % 7];
    return [
      ...(isFirst
        ? [{ type: "TOOL_CALL_START" as const, toolCallId, toolCallName: "search" }]
        : []),
      { type: "TOOL_CALL_ARGS", toolCallId, delta: `${position},` },
      ...(other ? [other] : []),
      ...(isLast ? [{ type: "TOOL_CALL_END" as const, toolCallId }] : []),
      ...(isLast
        ? [{ type: "TOOL_CALL_RESULT" as const, messageId: `r${index}`, toolCallId, content: "ok" }]
        : []),
    ];
  });
  return [
    { type: "RUN_STARTED", threadId: "t", runId: "r1" },
    ...events,
    { type: "RUN_FINISHED", threadId: "t", runId: "r1" },
  ];
}

/** Events that may lie between those of a call. */
const otherEvents: fc.Arbitrary<readonly EventInput[]> = fc.array(
  fc.constantFrom<EventInput>(
    { type: "CUSTOM", name: "thinking", value: null },
    { type: "STATE_DELTA", delta: [{ op: "add", path: "/b", value: 2 }] },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "a" },
    { type: "STEP_STARTED", stepName: "search" },
    { type: "STEP_FINISHED", stepName: "search" },
  ),
  { maxLength: 5 },
);

const HISTORY: readonly Message[] = [{ id: "m2", role: "assistant", content: "Hello" }];

describe("compacting", () => {
  test("keeps the meaning and changes nothing the second time, for 2,000 mergeable streams", {
    timeout: 600_000,
  }, async () => {
    let removed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 40, size: "max" }),
        fc.boolean(),
        async (stream, hasHistory) => {
          const messages = hasHistory ? HISTORY : [];
          const events = await canonical(stream);
          removed += removedBy(events, { messages });
          deepStrictEqual(
            observable(compactEvents(events, { messages }), messages),
            observable(events, messages),
          );
        },
      ),
      { seed: shiftSeed(20_265), numRuns: 2_000 },
    );
    expect(removed, "the generator must produce enough to merge").toBeGreaterThan(2_000);
  });

  test("leaves one start, one delta and one end of each parallel call, for 500 runs", async () => {
    await fc.assert(
      fc.asyncProperty(parallelCalls, otherEvents, async (indexes, others) => {
        const events = await canonical(interleave(indexes, others));
        const compact = compactEvents(events);
        removedBy(events);
        deepStrictEqual(observable(compact, []), observable(events, []));
        const left = compact.map(({ type, ...fields }) => [
          type,
          Reflect.get(fields, "toolCallId"),
        ]);
        const started = callIds.filter((_, index) => indexes.includes(index));
        for (const type of ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"]) {
          const ids = left.filter(([leftType]) => leftType === type).map(([, id]) => id);
          deepStrictEqual(ids.sort(), started);
        }
      }),
      { seed: shiftSeed(20_267), numRuns: 500 },
    );
  });

  test("changes nothing the second time, for 300 valid and damaged streams", {
    timeout: 600_000,
  }, async () => {
    const streams = fc.tuple(commands(40).map(interpretCommands), mutations, fc.boolean());
    await fc.assert(
      fc.asyncProperty(streams, async ([valid, changes, isDamaged]) => {
        const { turns, initialMessages = [] } = isDamaged ? damage(valid, changes) : valid;
        const events = await canonical(
          // Cast because some values of a damaged stream are not events on purpose.
          turns.flatMap((turn) => turn.events) as readonly EventInput[],
        );
        removedBy(events);
        removedBy(events, { messages: initialMessages });
      }),
      { seed: shiftSeed(20_266), numRuns: 300 },
    );
  });
});
