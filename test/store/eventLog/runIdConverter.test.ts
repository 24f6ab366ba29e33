import { describe, expect, test } from "vitest";
import { createRunIdConverter } from "../../../src/store/eventLog/runIdConverter.ts";
import { nextRunId } from "../../../src/store/run/runIds.ts";

const started = (runId: string, fields = {}) => ({
  type: "RUN_STARTED",
  threadId: "t",
  runId,
  ...fields,
});
const text = (delta: string) => ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta });
const finished = (runId: string) => ({ type: "RUN_FINISHED", threadId: "t", runId });

/** Id of the second run in the thread. */
const second = nextRunId(["r"], "r");

/** Returns the events of a replay for the second of two runs that the server calls `r`. */
function replay(...values: readonly object[]): readonly unknown[] {
  const { convertYielded } = createRunIdConverter({
    startedIds: () => ["r", second],
    resumedIds: [second],
    isRequest: true,
  });
  return [convertYielded(values)].flat();
}

test("a replayed run has the parent that the server means, although a later run has the same id", () => {
  const startedIds = () => ["r", second, nextRunId(["r", second], "r")];
  const { convertYielded } = createRunIdConverter({ startedIds });
  const starts = [started("r"), started("r", { parentRunId: "r" })];
  expect(convertYielded(starts)).toEqual([started("r"), started(second, { parentRunId: "r" })]);
});

describe("the first run of a replay, whose id two runs of the thread have", () => {
  test("is the requested one when a run follows that the thread does not have", () => {
    const next = started("s", { parentRunId: "r" });
    expect(replay(started("r"), text("a"), finished("r"), next, text("b"))).toEqual([
      started(second),
      text("a"),
      finished("r"),
      started("s", { parentRunId: second }),
      text("b"),
    ]);
  });

  test("is the earlier one when the requested one follows", () => {
    expect(replay(started("r"), text("a"), finished("r"), started("r"), text("b"))).toEqual([
      started(second),
      text("b"),
    ]);
  });
});
