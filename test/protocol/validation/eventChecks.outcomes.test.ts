import { describe, expect, test } from "vitest";
import { canonical, summaries } from "../canonical.ts";

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

  test("keeps an interrupt without an id", async () => {
    expect(await outcomeOf({ type: "interrupt", interrupts: [{ reason: "r" }] })).toEqual({
      outcome: { type: "interrupt", interrupts: [{ id: "", reason: "r" }] },
      issues: ["violation malformed-field outcome.interrupts[0].id"],
    });
  });

  test("has JSON Schema's null type for OpenAPI's nullable", async () => {
    const responseSchema = {
      type: "object",
      properties: {
        note: { type: "string", nullable: true, enum: ["a", "b"] },
        nullable: { type: "boolean" },
        list: { type: "array", items: { type: "number", nullable: true } },
      },
      default: { nullable: true, type: "string" },
    };
    const interrupts = [{ id: "i1", reason: "r", responseSchema }];
    expect(await outcomeOf({ type: "interrupt", interrupts })).toEqual({
      outcome: {
        type: "interrupt",
        interrupts: [
          {
            id: "i1",
            reason: "r",
            responseSchema: {
              type: "object",
              properties: {
                note: { type: ["string", "null"], enum: ["a", "b", null] },
                nullable: { type: "boolean" },
                list: { type: "array", items: { type: ["number", "null"] } },
              },
              default: { nullable: true, type: "string" },
            },
          },
        ],
      },
      issues: ["notice renamed-field outcome.interrupts[0].responseSchema.nullable"],
    });
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

describe("an unknown outcome of a run", () => {
  const { outcome: _, ...end } = finish(undefined);
  const failed = { ...end, type: "RUN_ERROR" };
  test.each([
    ["done", end],
    ["canceled", { ...end, outcome: { type: "cancelled" } }],
    [{ type: "canceled" }, { ...end, outcome: { type: "cancelled" } }],
    [{ status: "cancelled" }, { ...end, outcome: { type: "cancelled" } }],
    ["failed", { ...failed, message: "failed" }],
    ["error", { ...failed, message: "error" }],
    [
      { type: "error", error: { message: "No quota" } },
      { ...failed, message: "No quota" },
    ],
    [
      { status: "failed", detail: "No quota" },
      { ...failed, message: "No quota" },
    ],
  ])("is read as meant: %j", async (outcome, expected) => {
    const { events, issues } = await canonical(finish(outcome));
    expect(events).toEqual([expected]);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.subject).toMatch(/^outcome/);
  });
});

describe("an unknown outcome of a sub-agent", () => {
  const end = { type: "SUBAGENT_FINISHED", subagentRunId: "s1" };
  const failed = { type: "SUBAGENT_ERROR", subagentRunId: "s1" };
  test.each([
    [{ type: "done" }, end],
    [{ type: "paused" }, { ...end, outcome: { type: "suspended" } }],
    [
      { type: "failed", message: "no disk" },
      { ...failed, message: "no disk" },
    ],
    [
      { type: "error", error: { message: "no disk" } },
      { ...failed, message: "no disk" },
    ],
    [{ status: "cancelled" }, { ...failed, message: "cancelled" }],
    ["success", end],
    ["failed", { ...failed, message: "failed" }],
  ])("is read as meant: %j", async (outcome, expected) => {
    const { events, issues } = await canonical({ ...end, outcome });
    expect(events).toEqual([expected]);
    expect(issues).toHaveLength(1);
    expect(issues[0]?.subject).toBe("outcome");
  });
});
