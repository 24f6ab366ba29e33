import { expect, test } from "vitest";
import { failed, finished, started, step } from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

test("a step runs from its start to its finish", () => {
  const running = reduce(thread(), started(), step.start("plan", { timestamp: 3 }));
  expect(running.steps).toEqual([{ name: "plan", status: "running", startedAt: 3 }]);
  const done = reduce(running, step.finish("plan", { timestamp: 4 }), finished());
  expect(done.steps).toEqual([{ name: "plan", status: "finished", startedAt: 3, endedAt: 4 }]);
  expect(done.messages).toEqual([]);
  expect(done.issues).toEqual([]);
});

test("steps keep their start order, and names may repeat", () => {
  const { steps, issues } = reduce(
    thread(),
    started(),
    step.start("a"),
    step.start("b"),
    step.finish("a"),
    step.start("a"),
    step.finish("b"),
    step.finish("a"),
    finished(),
  );
  expect(steps.map(({ name }) => name)).toEqual(["a", "b", "a"]);
  expect(issues).toEqual([]);
});

test("an agent and its sub-agent may run steps of the same name at once", () => {
  const { steps, issues } = reduce(
    thread(),
    started(),
    step.start("tools"),
    step.start("tools", { subagentRunId: "s1" }),
    step.start("tools", { subagentRunId: "" }),
    step.finish("tools", { subagentRunId: "s1" }),
  );
  expect(steps).toEqual([
    { name: "tools", status: "running" },
    { name: "tools", status: "finished", subagentRunId: "s1" },
    { name: "tools", status: "running", subagentRunId: "" },
  ]);
  expect(issues).toEqual([]);
});

test("a step that starts twice is an issue and is listed once", () => {
  const snapshot = reduce(thread(), started(), step.start("a"), step.start("a"));
  expect(snapshot.steps).toHaveLength(1);
  expect(issuesOf(snapshot)).toEqual(["already-open a"]);
});

test.each([
  ["that never started", step.finish("b")],
  ["that somebody else runs", step.finish("a", { subagentRunId: "s1" })],
])("a finish of a step %s is an issue and changes nothing", (_, finish) => {
  const before = reduce(thread(), started(), step.start("a"));
  const snapshot = reduce(before, finish);
  expect(snapshot.steps).toBe(before.steps);
  expect(snapshot.issues).toMatchObject([{ code: "not-open", severity: "violation" }]);
});

test("running steps end with the run, and finished steps stay unchanged", () => {
  const before = reduce(thread(), started(), step.start("a"), step.finish("a"), step.start("b"));
  const { steps } = reduce(before, failed());
  expect(steps.map(({ status }) => status)).toEqual(["finished", "finished"]);
  expect(steps[0]).toBe(before.steps[0]);
});
