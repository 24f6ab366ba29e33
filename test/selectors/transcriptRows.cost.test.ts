import { expect, test } from "vitest";
import { type Event, type EventInput, reduceEvents, type Snapshot } from "../../src/core.ts";
import { streamingIds } from "../../src/selectors/streamingIds.ts";
import { selectRow, selectRows } from "../../src/selectors/transcriptRows.ts";
import { call as callEvents, calls, reasoning, started } from "../reducer/events.ts";
import { reduce, thread } from "../reducer/reduce.ts";
import { countReads } from "./countReads.ts";

const COUNT = 200;

const repeat = (create: (n: number) => readonly EventInput[]) =>
  Array.from({ length: COUNT }, (_, n) => create(n)).flat();

test("the rows of many reasoning messages read each stream a constant number of times", () => {
  const snapshot = reduce(
    thread(),
    started(),
    ...repeat((n) => [
      reasoning.start(`r${n}`),
      reasoning.content(`r${n}`, "Hm."),
      reasoning.end(`r${n}`),
    ]),
  );
  const { counter, counted } = countReads(snapshot.tracking.reasoning);
  const tracking = { ...snapshot.tracking, reasoning: counted };
  const rows = selectRows({ ...snapshot, tracking });
  expect(rows).toHaveLength(COUNT);
  expect(rows.map((row) => typeof row === "object" && "message" in row && row.isCurrent)).toEqual(
    rows.map((_, at) => at === COUNT - 1),
  );
  expect(counter.reads).toBeLessThanOrEqual(COUNT);
});

test("streams are not read again while text arrives", () => {
  const before = reduce(
    thread(),
    started(),
    ...repeat((n) => [reasoning.start(`r${n}`), reasoning.end(`r${n}`)]),
    reasoning.start("last"),
  );
  const { counter, counted } = countReads(before.tracking.reasoning);
  let snapshot: Snapshot = { ...before, tracking: { ...before.tracking, reasoning: counted } };
  for (let delta = 0; delta < 10; delta++) {
    snapshot = reduceEvents(snapshot, [reasoning.content("last", "x") as Event]);
    expect([...streamingIds(snapshot)]).toEqual(["last"]);
  }
  // The reducer looks up one entry for each delta.
  expect(counter.reads).toBeLessThan(1.5 * COUNT);
});

test("the row of a message with many calls reads each later message a constant number of times", () => {
  const snapshot = reduce(
    thread(),
    started(),
    ...repeat((n) => [
      ...calls(`c${n}`, "search", "{}", { parentMessageId: "m1" }),
      callEvents.result(`c${n}`, "ok"),
    ]),
  );
  const { counter, counted } = countReads(snapshot.messages);
  const row = selectRow({ ...snapshot, messages: counted }, "m1");
  expect(row?.calls).toHaveLength(COUNT);
  expect(row?.calls.every(({ result }) => result)).toBe(true);
  expect(counter.reads).toBeLessThan(20 * COUNT);
});
