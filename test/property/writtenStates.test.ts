import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createSnapshot,
  createThread,
  parseThread,
  reduceEvent,
  reduceEvents,
  type Snapshot,
  serializeThread,
} from "../../src/core.ts";
import type { Event } from "../../src/protocol/events.ts";
import { manualAgent } from "../../src/testing.ts";
import { deepFreeze } from "../support/deepFreeze.ts";
import { shiftSeed } from "../support/shiftSeed.ts";

const INITIAL_STATE = { a: 0, list: [{ n: 0 }] };

const operation = fc.record({
  op: fc.constantFrom("add", "replace", "remove"),
  path: fc.constantFrom("/a", "/b", "/c", "/list/0/n", "/list/0/m", "/list/-"),
  value: fc.constantFrom(0, 1, "text", { n: 1 }),
});
const movement = fc.record({
  op: fc.constantFrom("copy", "move"),
  from: fc.constantFrom("/a", "/list/0"),
  path: fc.constantFrom("/b", "/list/-"),
});
const patch = fc.oneof(
  { weight: 6, arbitrary: operation.map((one) => [one]) },
  fc.array(fc.oneof(operation, movement), { maxLength: 3 }),
);
const change = fc.oneof(
  { weight: 8, arbitrary: patch.map((delta) => ({ type: "STATE_DELTA", delta })) },
  fc
    .constantFrom({ a: 1 }, INITIAL_STATE)
    .map((snapshot) => ({ type: "STATE_SNAPSHOT", snapshot })),
);
/** A change of the state by the agent or a sub-agent, and whether the snapshot is read after the change. */
const step = fc.record({
  change,
  writer: fc.constantFrom({}, { subagentRunId: "s1" }, { subagentRunId: "s2" }),
  isRead: fc.boolean(),
});
const runs = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 3 });

const statesOf = ({ state, visibleState, writtenStates }: Snapshot) => ({
  state,
  visibleState,
  writtenStates,
});

test("the written states of 1,000 conversations do not depend on batches, reads or storage", {
  timeout: 600_000,
}, async () => {
  let subagentStates = 0;
  await fc.assert(
    fc.asyncProperty(runs, async (conversation) => {
      const agent = manualAgent();
      const thread = createThread<unknown>({ agent, initialState: INITIAL_STATE });
      const events: Event[] = [];
      const emit = async (event: object) => {
        // The generators create events of the protocol.
        const generated = event as Event;
        events.push(generated);
        await agent.emit(generated);
      };
      for (const [at, steps] of conversation.entries()) {
        const ended = thread.send("Go");
        const { threadId, runId } = await agent.started();
        await emit({ type: "RUN_STARTED", threadId, runId });
        await emit({ type: "TEXT_MESSAGE_START", messageId: `m${at}` });
        await emit({ type: "TEXT_MESSAGE_END", messageId: `m${at}` });
        for (const subagentRunId of ["s1", "s2"])
          await emit({ type: "SUBAGENT_STARTED", subagentRunId, name: "Helper" });
        for (const { change: sent, writer, isRead } of steps) {
          await emit({ ...sent, ...writer });
          if (isRead) thread.getSnapshot();
        }
        for (const subagentRunId of ["s1", "s2"])
          await emit({ type: "SUBAGENT_FINISHED", subagentRunId });
        await emit({ type: "RUN_FINISHED", threadId, runId });
        await agent.finish();
        await ended;
      }
      const { threadId } = thread;
      const start = deepFreeze(createSnapshot({ threadId, state: structuredClone(INITIAL_STATE) }));
      const single = events.reduce<Snapshot>(
        (snapshot, event) => reduceEvent(snapshot, structuredClone(event)),
        start,
      );
      deepStrictEqual(reduceEvents(start, structuredClone(events)), single);
      deepStrictEqual(statesOf(thread.getSnapshot()), statesOf(single));
      const stored = parseThread(await serializeThread(thread));
      deepStrictEqual(stored.snapshot, thread.getSnapshot());
      thread.dispose();
      subagentStates += single.writtenStates.filter((entry) => entry.subagentRunId).length;
    }),
    { seed: shiftSeed(20_266), numRuns: 1_000 },
  );
  // The generator must produce enough writes of sub-agents.
  expect(subagentStates).toBeGreaterThan(1_000);
});
