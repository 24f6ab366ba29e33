import { compactEvents as compactThere } from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import { canonicalEvents, compactEvents, createSnapshot, reduceEvents } from "../../src/core.ts";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing.ts";
import { readRecordings } from "../support/recordings.ts";
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

  test.each(recordings.map((one) => [one.name, one] as const))("%s", async (_, { bytes }) => {
    const events = await canonical(readSse(new TextDecoder().decode(bytes)));
    const here = compactEvents(events);
    const there = compactThere([...events]) as readonly Event[];
    expect(observable(here)).toEqual(observable(events));
    expect(observable(here)).toEqual(observable(there));
    before.here += here.length;
    before.there += there.length;
    before.written += events.length;
  });

  test("compacting shortens the recordings considerably", () => {
    expect(recordings.length).toBeGreaterThan(30);
    expect(before.here).toBeLessThan(before.written * 0.75);
    expect(before.here).toBeLessThan(before.there * 1.15);
  });
});
