import { describe, expect, test } from "vitest";
import { failed, finished, started, subagent } from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

describe("a sub-agent", () => {
  test("is tracked by its invocation with all its fields", () => {
    const { subagents, messages, issues } = reduce(
      thread(),
      started(),
      subagent.start("s1", { timestamp: 2 }),
      subagent.start("s2", {
        description: "reads papers",
        parentSubagentRunId: "s1",
        parentToolCallId: "c1",
        parentMessageId: "m1",
      }),
    );
    expect(subagents).toEqual({
      s1: { id: "s1", name: "researcher", status: "running", startedAt: 2 },
      s2: {
        id: "s2",
        name: "researcher",
        description: "reads papers",
        parentSubagentRunId: "s1",
        parentToolCallId: "c1",
        parentMessageId: "m1",
        status: "running",
      },
    });
    expect(messages).toEqual([]);
    expect(issues).toEqual([]);
  });

  test.each([
    ["finished", subagent.finish("s1", { result: { n: 1 } }), { result: { n: 1 } }],
    ["finished", subagent.finish("s1", { outcome: { type: "success" } }), {}],
    ["finished", subagent.finish("s1", { result: null }), { result: null }],
    [
      "suspended",
      subagent.finish("s1", { outcome: { type: "suspended", interruptIds: ["i1"] } }),
      { interruptIds: ["i1"] },
    ],
    ["suspended", subagent.finish("s1", { outcome: { type: "suspended" } }), { interruptIds: [] }],
    [
      "failed",
      subagent.fail("s1", { message: "lost", code: "E1" }),
      { error: { message: "lost", code: "E1" } },
    ],
  ])("ends as %s", (status, end, more) => {
    const { subagents, issues } = reduce(
      thread(),
      started(),
      subagent.start("s1", { timestamp: 2 }),
      { ...end, timestamp: 5 },
      finished(),
    );
    expect(subagents.s1).toEqual({
      id: "s1",
      name: "researcher",
      status,
      startedAt: 2,
      endedAt: 5,
      ...more,
    });
    expect(issues).toEqual([]);
  });

  test("may resume in a later run after a suspension", () => {
    const { subagents, issues } = reduce(
      thread(),
      started(),
      subagent.start("s1"),
      subagent.finish("s1", { outcome: { type: "suspended" } }),
      finished(),
      started("r2"),
      subagent.start("s1"),
    );
    expect(subagents.s1?.status).toBe("running");
    expect(issues).toEqual([]);
  });

  test("may be the child of a sub-agent that has ended", () => {
    const { issues } = reduce(
      thread(),
      started(),
      subagent.start("s1"),
      subagent.finish("s1"),
      subagent.start("s2", { parentSubagentRunId: "s1" }),
    );
    expect(issues).toEqual([]);
  });

  test.each([
    ["starts while it runs", [subagent.start("s1"), subagent.start("s1")]],
    [
      "starts again after its end",
      [subagent.start("s1"), subagent.finish("s1"), subagent.start("s1")],
    ],
    ["names a parent nobody started", [subagent.start("s1", { parentSubagentRunId: "ghost" })]],
    ["ends without a start", [subagent.finish("s1")]],
    ["fails without a start", [subagent.fail("s1")]],
    ["ends twice", [subagent.start("s1"), subagent.finish("s1"), subagent.finish("s1")]],
  ])("is an issue and is still listed when it %s", (_, events) => {
    const snapshot = reduce(thread(), started(), ...events);
    expect(issuesOf(snapshot)).toEqual(["subagent-order s1"]);
    expect(snapshot.issues[0]?.severity).toBe("violation");
    expect(snapshot.subagents.s1?.id).toBe("s1");
  });

  test.each([
    ["finished", finished()],
    ["failed", failed()],
  ])("counts as finished when the run has %s", (_, end) => {
    const { subagents } = reduce(thread(), started(), subagent.start("s1"), end);
    expect(subagents.s1?.status).toBe("finished");
  });
});
