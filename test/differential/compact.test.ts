import { compactEvents as compactThere } from "@ag-ui/client";
import { describe, expect, test } from "vitest";
import { canonicalEvents, compactEvents, createSnapshot, reduceEvents } from "../../src/core.ts";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing.ts";
import { readRecordings } from "../support/recordings.ts";
import { overTheWire } from "./conversation.ts";
import { silenceConsole } from "./playReference.ts";

silenceConsole();

async function canonical(events: readonly unknown[]): Promise<readonly Event[]> {
  let lastId = 0;
  async function* source() {
    // As a server has sent them: some are none.
    yield events as readonly EventInput[];
  }
  const read: Event[] = [];
  const createId = () => `made-${++lastId}`;
  for await (const batch of canonicalEvents(source(), { createId })) read.push(...batch);
  return read;
}

/** What an agent and a person can tell apart: not the faults, and not when a stream was open. */
function told(events: readonly Event[]) {
  const { messages, state, toolCalls, interrupts, run, steps, subagents } = reduceEvents(
    createSnapshot({ threadId: "t1" }),
    events,
  );
  const { outcome, result, error, pendingToolCallIds } = run;
  const ending = { outcome, result, error, pendingToolCallIds };
  return overTheWire({ messages, state, toolCalls, interrupts, ending, steps, subagents });
}

describe("a recorded stream is as short as the reference makes it, and comes to the same:", () => {
  const recordings = readRecordings("sse").filter(
    // What replaces what streams around it: there the reference moves events past each other.
    ({ bytes }) => !new TextDecoder().decode(bytes).includes("MESSAGES_SNAPSHOT"),
  );
  const before = { here: 0, there: 0, written: 0 };

  test.each(recordings.map((one) => [one.name, one] as const))("%s", async (_, { bytes }) => {
    const events = await canonical(readSse(new TextDecoder().decode(bytes)));
    const here = compactEvents(events);
    const there = compactThere([...events]) as readonly Event[];
    expect(told(here)).toEqual(told(events));
    expect(told(here)).toEqual(told(there));
    before.here += here.length;
    before.there += there.length;
    before.written += events.length;
  });

  test("all in all it is much shorter", () => {
    expect(recordings.length).toBeGreaterThan(30);
    expect(before.here).toBeLessThan(before.written * 0.75);
    expect(before.here).toBeLessThan(before.there * 1.15);
  });
});
