import { describe, expect, test } from "vitest";
import { canonical, summaries } from "./canonical.ts";

const finish = (outcome: unknown) => ({
  type: "RUN_FINISHED",
  threadId: "t1",
  runId: "r1",
  outcome,
});

const outcomeOf = async (outcome: unknown) => {
  const { events, issues } = await canonical(finish(outcome));
  const [event] = events;
  return {
    outcome: event?.type === "RUN_FINISHED" ? event.outcome : "dropped",
    issues: summaries(issues),
  };
};

describe("the outcome of RUN_FINISHED", () => {
  test("drops unknown fields, since interrupts are persisted and answered", async () => {
    const interrupt = { id: "i1", reason: "approval", expiresAt: "2030-01-01T00:00:00Z" };
    expect(
      await outcomeOf({ type: "interrupt", interrupts: [{ ...interrupt, extra: 1 }], more: 2 }),
    ).toEqual({ outcome: { type: "interrupt", interrupts: [interrupt] }, issues: [] });
  });

  test("survives an interrupt without a reason", async () => {
    expect(await outcomeOf({ type: "interrupt", interrupts: [{ id: "i1" }] })).toEqual({
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "" }] },
      issues: ["violation malformed-field outcome.interrupts[0].reason"],
    });
  });

  test.each([
    ["no interrupt", { type: "interrupt", interrupts: [] }],
    ["interrupts without ids only", { type: "interrupt", interrupts: [{ reason: "r" }] }],
    ["something that is no object", 7],
  ])("is left out when it has %s", async (_, outcome) => {
    const read = await outcomeOf(outcome);
    expect(read.outcome).toBeUndefined();
    expect(read.issues.at(-1)).toBe(
      outcome === 7
        ? "violation malformed-field outcome"
        : "violation malformed-field outcome.interrupts",
    );
  });

  test("is absent for an unknown type, without a violation", async () => {
    expect(await outcomeOf({ type: "paused" })).toEqual({
      outcome: undefined,
      issues: ["notice unknown-value outcome"],
    });
  });

  test("keeps the readable ids", async () => {
    expect(await outcomeOf({ type: "success", pendingToolCallIds: ["c1", null, "c2"] })).toEqual({
      outcome: { type: "success", pendingToolCallIds: ["c1", "c2"] },
      issues: ["violation malformed-field outcome.pendingToolCallIds[1]"],
    });
  });
});

test("usage keeps the readable counts", async () => {
  const { events, issues } = await canonical({
    ...finish({ type: "success" }),
    usage: [{ inputTokens: 3, outputTokens: -1, totalTokens: 1.5, cost: 9 }],
  });
  expect(events[0]).toMatchObject({ usage: [{ inputTokens: 3 }] });
  expect(summaries(issues)).toEqual([
    "violation malformed-field usage[0].outputTokens",
    "violation malformed-field usage[0].totalTokens",
  ]);
});

test("an unknown outcome of a sub-agent is absent", async () => {
  const { events, issues } = await canonical({
    type: "SUBAGENT_FINISHED",
    subagentRunId: "s1",
    outcome: { type: "paused" },
  });
  expect(events).toEqual([{ type: "SUBAGENT_FINISHED", subagentRunId: "s1" }]);
  expect(summaries(issues)).toEqual(["notice unknown-value outcome"]);
});
