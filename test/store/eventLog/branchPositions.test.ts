import { expect, test } from "vitest";
import type { Event } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { positionAfter, positionBefore } from "../../../src/store/eventLog/branchPositions.ts";
import { createEventLog } from "../../../src/store/eventLog/eventLog.ts";
import { createActionEntry } from "../../../src/store/eventLog/logEntries.ts";

/** Returns the four log entries of a turn: the message, the run, its start and its end. */
const turnEntries = (n: number): Event[] => [
  createActionEntry("patch", {
    patch: [{ op: "add", path: "/messages/-", value: { id: `u${n}`, role: "user", content: "Q" } }],
  }),
  createActionEntry("run", { runId: `r${n}`, toolNames: [] }, n),
  { type: "RUN_STARTED", threadId: "t1", runId: `r${n}` } as unknown as Event,
  createActionEntry("end", {}, n),
];

/** Creates a log of turns, and counts how often a snapshot of the log is read. */
function createLog(turns: number) {
  let reads = 0;
  const annotations = {
    get noted() {
      reads += 1;
      return [];
    },
  };
  const base = { ...createSnapshot({ threadId: "t1" }), annotations };
  const entries = Array.from({ length: turns }, (_, n) => turnEntries(n)).flat();
  const log = createEventLog({ base, pending: [], recordChange() {} }, entries);
  return { log, reads: () => reads };
}

test("finding a position reads a snapshot equally often in a short and a long log", () => {
  const [short, long] = [createLog(3), createLog(60)];
  expect(positionBefore(short.log, "u2")).toBe(2 * 4);
  expect(positionAfter(short.log, "u2")).toBe(2 * 4 + 1);
  expect(positionBefore(long.log, "u59")).toBe(59 * 4);
  expect(positionAfter(long.log, "u59")).toBe(59 * 4 + 1);
  expect(short.reads()).toBeGreaterThan(0);
  expect(long.reads()).toBe(short.reads());
});

test("finding a position skips an entry that does not apply", () => {
  const { log } = createLog(0);
  const entries = [
    ...turnEntries(0),
    createActionEntry("patch", { patch: [{ op: "remove", path: "/messages/7" }] }),
    ...turnEntries(1),
  ];
  const damaged = createEventLog({ base: log.base, pending: [], recordChange() {} }, entries);
  expect(positionAfter(damaged, "u1")).toBe(6);
});
