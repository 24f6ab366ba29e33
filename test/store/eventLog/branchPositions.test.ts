import { expect, test } from "vitest";
import type { Event } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { positionAfter, positionBefore } from "../../../src/store/eventLog/branchPositions.ts";
import { actionEntry } from "../../../src/store/eventLog/entries.ts";
import { createEventLog } from "../../../src/store/eventLog/eventLog.ts";

/** A question is four entries: what is said, the run, its start, its end. */
const turn = (n: number): Event[] => [
  actionEntry("patch", {
    patch: [{ op: "add", path: "/messages/-", value: { id: `u${n}`, role: "user", content: "Q" } }],
  }),
  actionEntry("run", { runId: `r${n}`, toolNames: [] }, n),
  { type: "RUN_STARTED", threadId: "t1", runId: `r${n}` } as unknown as Event,
  actionEntry("end", {}, n),
];

/** A log of so many questions, and how often it was looked at whether what is held is sound. */
function logOf(turns: number) {
  let looks = 0;
  const annotations = {
    get noted() {
      looks += 1;
      return [];
    },
  };
  const base = { ...createSnapshot({ threadId: "t1" }), annotations };
  const entries = Array.from({ length: turns }, (_, n) => turn(n)).flat();
  const log = createEventLog({ base, pending: [], recordChange() {} }, entries);
  return { log, looks: () => looks };
}

test("a place is found with as many looks at what is held, however long the log is", () => {
  const [short, long] = [logOf(3), logOf(60)];
  expect(positionBefore(short.log, "u2")).toEqual({ position: 2 * 4 });
  expect(positionAfter(short.log, "u2")).toEqual({ position: 2 * 4 + 1 });
  expect(positionBefore(long.log, "u59")).toEqual({ position: 59 * 4 });
  expect(positionAfter(long.log, "u59")).toEqual({ position: 59 * 4 + 1 });
  expect(short.looks()).toBeGreaterThan(0);
  expect(long.looks()).toBe(short.looks());
});

test("a place is found past what does not fit", () => {
  const { log } = logOf(0);
  const entries = [
    ...turn(0),
    actionEntry("patch", { patch: [{ op: "remove", path: "/messages/7" }] }),
    ...turn(1),
  ];
  const damaged = createEventLog({ base: log.base, pending: [], recordChange() {} }, entries);
  expect(positionAfter(damaged, "u1")).toEqual({ position: 6 });
});
