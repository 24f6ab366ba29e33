import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AgentKitError,
  canonicalEvents,
  compactEvents,
  createSnapshot,
  type Issue,
  reduceEvent,
  reduceEvents,
  type Snapshot,
} from "../../src/core.ts";
import type { Event, EventInput, Message } from "../../src/protocol/events.ts";
import type { StreamEntries } from "../../src/reducer/runTracking.ts";
import { copyThroughJson } from "../differential/conversation.ts";
import { commands } from "../differential/generate/commands.ts";
import { interpretCommands } from "../differential/generate/interpretCommands.ts";
import { damage, mutations } from "../differential/generate/mutations.ts";
import { deepFreeze } from "../support/deepFreeze.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { idFaults, stepFaults } from "./invariants.ts";
import { junkEvent, seeds } from "./junk.ts";

const HISTORY: readonly Message[] = [
  { id: "m1", role: "user", content: "Hi" },
  {
    id: "m2",
    role: "assistant",
    content: "Hello",
    toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: "{}" } }],
  },
  { id: "constructor", role: "tool", toolCallId: "c1", content: "found" },
];

/** Returns the canonical events of a stream, up to the first unreadable value. */
async function canonical(stream: readonly unknown[]): Promise<readonly Event[]> {
  const events: Event[] = [];
  let lastId = 0;
  async function* source(): AsyncGenerator<EventInput> {
    // The values may be no events on purpose.
    for (const value of copyThroughJson(stream)) yield value as EventInput;
  }
  try {
    const options = { createId: () => `made-${++lastId}`, threadId: "t1", runId: "r1" };
    for await (const batch of canonicalEvents(source(), options)) events.push(...batch);
  } catch (error) {
    // The only accepted error is a malformed stream.
    expect(error).toBeInstanceOf(AgentKitError);
    expect(error).toMatchObject({ code: "malformed-stream" });
  }
  return events;
}

/**
 * Returns the snapshot without the owners of replayed input messages, which a compacted stream omits. Removes the
 * issues of events outside a run, and the counts of issues of deltas: a compacted stream has fewer of both.
 */
function withoutHistory({
  tracking: { statedEntries: _, text, reasoning, toolCalls, ...tracking },
  issues,
  ...snapshot
}: Snapshot): unknown {
  // Compacting states in a snapshot what has ended before the first run.
  const isBeforeRuns = tracking.phase === "none";
  const remaining = (entries: StreamEntries) =>
    Object.entries(entries).filter(([, { isOpen }]) => isOpen || !isBeforeRuns);
  // A compacted stream has neither the snapshots whose messages were dropped then nor the streams of stated texts.
  const ledger = isBeforeRuns ? { ...tracking, droppedKeys: [], snapshotOnlyTexts: [] } : tracking;
  return copyThroughJson({
    ...snapshot,
    issues: issues
      .filter(({ code }) => code !== "outside-run")
      .map(({ count, ...issue }) => (isOfDeltas(issue) ? issue : { ...issue, count })),
    ledger,
    streams: [text, reasoning, toolCalls].map(remaining),
  });
}

const isOfDeltas = ({ eventType = "" }: Pick<Issue, "eventType">) =>
  /_(CONTENT|ARGS)$/.test(eventType);

/** Reduces a stream in every supported way and checks each step. */
async function check(stream: readonly unknown[], messages: readonly Message[]): Promise<Snapshot> {
  const events = await canonical(stream);
  const init = { threadId: "t1", messages, state: { a: 1 } };
  const start = deepFreeze(createSnapshot(copyThroughJson(init)));
  const problems: string[] = [];
  let snapshot: Snapshot = start;
  for (const event of deepFreeze(copyThroughJson(events))) {
    const next = deepFreeze(reduceEvent(snapshot, event));
    problems.push(...stepFaults(snapshot, event, next), ...idFaults(next));
    snapshot = next;
  }
  expect(problems).toEqual([]);
  // The strict comparison detects fields that are undefined, which JSON omits.
  deepStrictEqual(copyThroughJson(snapshot), snapshot);
  // The snapshot is not frozen, so a mutation that fails silently above shows as a difference here.
  const atOnce = reduceEvents(createSnapshot(copyThroughJson(init)), events);
  deepStrictEqual(atOnce, snapshot);
  deepStrictEqual(reduceEvents(start, events), snapshot);
  // The compacted events reduce to the same snapshot.
  const compact = compactEvents(events, { messages, state: { a: 1 } });
  deepStrictEqual(withoutHistory(reduceEvents(start, compact)), withoutHistory(snapshot));
  return snapshot;
}

describe("invariants of the reducer", () => {
  test("the reducer keeps its invariants for 10,000 sequences of random and damaged events", {
    timeout: 600_000,
  }, async () => {
    const totals = { messages: 0, calls: 0, issues: 0, interrupts: 0 };
    await fc.assert(
      fc.asyncProperty(seeds(16), fc.boolean(), async (numbers, hasHistory) => {
        const { messages, toolCalls, issues, interrupts } = await check(
          numbers.map(junkEvent),
          hasHistory ? HISTORY : [],
        );
        totals.messages += messages.length;
        totals.calls += Object.keys(toolCalls).length;
        totals.issues += issues.length;
        totals.interrupts += interrupts.length;
      }),
      { seed: shiftSeed(20_263), numRuns: 10_000 },
    );
    // The generator must produce enough valid content.
    expect(totals.messages).toBeGreaterThan(20_000);
    expect(totals.calls).toBeGreaterThan(5_000);
    expect(totals.issues).toBeGreaterThan(20_000);
    expect(totals.interrupts).toBeGreaterThan(500);
  });

  test("the reducer keeps its invariants for 500 damaged valid streams", {
    timeout: 600_000,
  }, async () => {
    const damaged = fc
      .tuple(commands(40).map(interpretCommands), mutations)
      .map(([valid, changes]) => damage(valid, changes));
    await fc.assert(
      fc.asyncProperty(damaged, async ({ turns, initialMessages = [] }) => {
        await check(
          turns.flatMap(({ events }) => events),
          initialMessages,
        );
      }),
      { seed: shiftSeed(20_264), numRuns: 500 },
    );
  });
});
