import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  parseThread,
  type Snapshot,
  serializeThread,
} from "../../../../src/core.ts";
import type { Event } from "../../../../src/protocol/events.ts";
import { compactStateEvents } from "../../../../src/store/eventLog/compact/compactState.ts";
import { manualAgent } from "../../../../src/testing.ts";
import { connectionError, cuttableAgent } from "../../reconnect/cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const count = (n: number): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path: "/n", value: n }],
});
const COUNTS = Array.from({ length: 600 }, (_, i) => count(i + 1));
const initialState = { n: 0 };
const countOf = ({ state }: Snapshot) => Number(Reflect.get(Object(state), "n"));

describe("the state deltas of a run", () => {
  test("become one entry when the run has finished", async () => {
    const agent = cuttableAgent([started, ...COUNTS, finished], {
      cuts: [],
      manner: "from the start",
    });
    const thread = createThread({ agent, threadId: "t1", initialState });
    await thread.send("Hi");
    const { events } = await thread.getEventLog();
    expect(events.filter(({ type }) => type === "STATE_DELTA")).toHaveLength(1);
    const { snapshot } = parseThread(await serializeThread(thread));
    expect(snapshot.state).toEqual({ n: 600 });
  });

  test.each([
    ["is running", 1_200, undefined],
    ["was lost", 600, connectionError()],
  ] as const)(
    "stay in the log when the run %s, so a replay never reverts the state",
    async (_, length, fault) => {
      const manual = manualAgent();
      const streamed: EventInput[] = [
        started,
        { type: "STATE_SNAPSHOT", snapshot: { n: 0 } },
        ...Array.from({ length }, (__, i) => count(i + 1)),
      ];
      const left = createThread<unknown>({ agent: manual, threadId: "t1", initialState });
      const ended = left.send("Hi").catch(() => {});
      await manual.emit(...streamed);
      // After the first serialization, the log records each event as it arrives.
      await serializeThread(left);
      for (const event of [count(length + 1), count(length + 2)]) await manual.emit(event);
      if (fault) {
        await manual.fail(fault);
        await ended;
      }
      const parsed = parseThread(await serializeThread(left));
      left.dispose();
      const events = [
        ...streamed,
        count(length + 1),
        count(length + 2),
        count(length + 3),
        finished,
      ];
      const agent = cuttableAgent(events, { cuts: [], manner: "from the start", batch: 1 });
      const thread = createThread({ agent, ...parsed });
      const counts = new Set([countOf(thread.getSnapshot())]);
      thread.store.subscribe((snapshot) => counts.add(countOf(snapshot)));
      await thread.connect();
      expect([...counts].filter((n) => n < length + 2)).toEqual([]);
      expect(thread.getSnapshot().state).toEqual({ n: length + 3 });
    },
  );
});

test("a text of the next run under the id of an earlier text divides the deltas of the state", () => {
  const content = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" };
  const log = [started, content, finished, started, count(1), content, count(2), finished];
  // The events have the shape of canonical events.
  const compacted = compactStateEvents(log as readonly Event[], initialState);
  expect(compacted.map(({ type }) => type)).toEqual(log.map(({ type }) => type));
});
