import { describe, expect, test } from "vitest";
import { activity, finished, started, textMessage, user } from "../events.ts";
import { issuesOf, reduce, thread } from "../reduce.ts";

const plan = (content: Record<string, unknown>, more: object = {}) => ({
  id: "p1",
  role: "activity",
  activityType: "PLAN",
  content,
  ...more,
});

describe("ACTIVITY_SNAPSHOT", () => {
  test("creates an activity message", () => {
    const { messages, issues } = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      activity.snapshot("p1", { steps: ["a"] }, { subagentRunId: "s1", metadata: { k: null } }),
      finished(),
    );
    expect(messages[1]).toEqual(
      plan({ steps: ["a"] }, { subagentRunId: "s1", metadata: { k: null } }),
    );
    expect(issues).toEqual([]);
  });

  test("replaces content, type and attribution, and merges the metadata", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }, { subagentRunId: "s1", metadata: { a: 1, b: 1 } }),
      activity.snapshot("p1", { b: 2 }, { activityType: "TASK", metadata: { b: 2 } }),
    );
    expect(messages).toEqual([plan({ b: 2 }, { activityType: "TASK", metadata: { a: 1, b: 2 } })]);
  });

  test("keeps content, type and attribution with replace:false, and merges the metadata", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }, { subagentRunId: "s1" }),
      activity.snapshot(
        "p1",
        { b: 2 },
        { activityType: "TASK", subagentRunId: "s2", replace: false, metadata: { m: 1 } },
      ),
    );
    expect(messages).toEqual([plan({ a: 1 }, { subagentRunId: "s1", metadata: { m: 1 } })]);
  });

  test("creates a missing activity with replace:false", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }, { replace: false }),
    );
    expect(messages).toEqual([plan({ a: 1 })]);
  });

  test("changes an activity of an earlier run in its place", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }),
      ...textMessage("m1", "Planned"),
      finished(),
      started("r2"),
      activity.snapshot("p1", { a: 2 }),
      activity.delta("p1", [{ op: "add", path: "/b", value: 3 }]),
      finished(undefined, { runId: "r2" }),
    );
    expect(messages).toMatchObject([{ id: "p1", content: { a: 2, b: 3 } }, { id: "m1" }]);
  });

  test("keeps its position among the messages", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }),
      activity.snapshot("p2", { a: 1 }),
      activity.snapshot("p1", { a: 2 }),
    );
    expect(messages.map(({ id }) => id)).toEqual(["p1", "p2"]);
  });

  test("is rejected under the id of another message", () => {
    const before = thread({ messages: [user("p1")] });
    const snapshot = reduce(before, started(), activity.snapshot("p1", { a: 1 }));
    expect(snapshot.messages).toBe(before.messages);
    expect(snapshot.issues).toMatchObject([{ severity: "notice", subject: "p1" }]);
  });

  test("returns the same snapshot when nothing differs", () => {
    const once = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { steps: [{ done: true }] }, { metadata: { m: { n: 1 } } }),
    );
    expect(
      reduce(
        once,
        activity.snapshot("p1", { steps: [{ done: true }] }, { metadata: { m: { n: 1 } } }),
      ),
    ).toBe(once);
  });

  test("keeps the identity of unchanged parts of its content", () => {
    const before = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { steps: [{ name: "a" }], note: { text: "x" } }),
    );
    const after = reduce(
      before,
      activity.snapshot("p1", { steps: [{ name: "a" }], note: { text: "y" } }),
    );
    const was = before.messages[0]?.content as { steps: unknown };
    const is = after.messages[0]?.content as typeof was;
    expect(is).toEqual({ steps: [{ name: "a" }], note: { text: "y" } });
    expect(is.steps).toBe(was.steps);
  });
});

describe("ACTIVITY_DELTA", () => {
  test("patches the content and sets the type", () => {
    const { messages, issues } = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { steps: [{ done: false }] }),
      activity.delta(
        "p1",
        [
          { op: "replace", path: "/steps/0/done", value: true },
          { op: "add", path: "/steps/-", value: { done: null } },
        ],
        { activityType: "TASK", metadata: { m: 1 } },
      ),
    );
    expect(messages).toEqual([
      plan(
        { steps: [{ done: true }, { done: null }] },
        { activityType: "TASK", metadata: { m: 1 } },
      ),
    ]);
    expect(issues).toEqual([]);
  });

  test("is applied completely or not at all, except for its metadata", () => {
    const snapshot = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }),
      activity.delta(
        "p1",
        [
          { op: "replace", path: "/a", value: 2 },
          { op: "remove", path: "/missing" },
        ],
        { activityType: "TASK", metadata: { m: 1 } },
      ),
    );
    expect(snapshot.messages).toEqual([plan({ a: 1 }, { metadata: { m: 1 } })]);
    expect(snapshot.issues).toMatchObject([{ code: "patch-failed", severity: "notice" }]);
  });

  test.each<[unknown]>([["done"], [null], [[1]]])("cannot replace the content by %j", (value) => {
    const snapshot = reduce(
      thread(),
      started(),
      activity.snapshot("p1", { a: 1 }),
      activity.delta("p1", [{ op: "replace", path: "", value }], { activityType: "TASK" }),
    );
    expect(snapshot.messages).toEqual([plan({ a: 1 })]);
    expect(issuesOf(snapshot)).toEqual(["patch-failed p1"]);
  });

  test("starts from {} without a snapshot before it", () => {
    const snapshot = reduce(
      thread(),
      started(),
      activity.delta("p1", [{ op: "add", path: "/a", value: 1 }], { subagentRunId: "s1" }),
    );
    expect(snapshot.messages).toEqual([plan({ a: 1 }, { subagentRunId: "s1" })]);
    expect(issuesOf(snapshot)).toEqual(["missing-activity p1"]);
  });

  test("creates nothing when it fails without a snapshot before it", () => {
    const { messages } = reduce(
      thread(),
      started(),
      activity.delta("p1", [{ op: "remove", path: "/a" }]),
    );
    expect(messages).toEqual([]);
  });

  test("is rejected under the id of another message", () => {
    const before = thread({ messages: [user("p1")] });
    const snapshot = reduce(
      before,
      started(),
      activity.delta("p1", [{ op: "add", path: "/a", value: 1 }], { metadata: { m: 1 } }),
    );
    expect(snapshot.messages).toBe(before.messages);
    expect(snapshot.issues).toHaveLength(1);
  });

  test("changes nothing when its patch is empty", () => {
    const before = reduce(thread(), started(), activity.snapshot("p1", { a: 1 }));
    expect(reduce(before, activity.delta("p1", []))).toBe(before);
  });

  test("sets another type when its patch is empty", () => {
    const before = reduce(thread(), started(), activity.snapshot("p1", { a: 1 }));
    const { messages } = reduce(before, activity.delta("p1", [], { activityType: "TASK" }));
    expect(messages).toEqual([plan({ a: 1 }, { activityType: "TASK" })]);
  });
});
