import { describe, expect, test } from "vitest";
import { createSnapshot, EventType, reduceEvent } from "../../../src/core.ts";
import { finished, started, state } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const stateAfter = (initial: unknown, ...delta: Parameters<typeof state.delta>) => {
  const snapshot = reduce(thread({ state: initial }), started(), state.delta(...delta));
  expect(snapshot.issues).toEqual([]);
  return snapshot.state;
};

describe("STATE_SNAPSHOT", () => {
  test.each([[null], [0], ["text"], [false], [["list"]], [{ nested: { n: null } }]])(
    "replaces the state with %j",
    (value) => {
      const snapshot = reduce(thread({ state: { a: 1 } }), started(), state.snapshot(value));
      expect(snapshot.state).toEqual(value);
      expect(snapshot.visibleState).toBe(snapshot.state);
    },
  );

  test("keeps the identity of unchanged subtrees", () => {
    const before = reduce(
      thread(),
      started(),
      state.snapshot({ user: { name: "Ada" }, list: [{ id: 1 }, { id: 2 }] }),
    );
    const after = reduce(
      before,
      state.snapshot({ list: [{ id: 1 }, { id: 3 }], user: { name: "Ada" } }),
    );
    const was = before.state as { user: object; list: object[] };
    const is = after.state as typeof was;
    expect(is.user).toBe(was.user);
    expect(is.list).not.toBe(was.list);
    expect(is.list[0]).toBe(was.list[0]);
    expect(is.list[1]).toEqual({ id: 3 });
  });

  test("returns the same snapshot when nothing differs", () => {
    const once = reduce(thread(), started(), state.snapshot({ a: [1, { b: null }] }));
    expect(reduce(once, state.snapshot({ a: [1, { b: null }] }))).toBe(once);
  });

  test.each([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [[1], { 0: 1 }],
    [{ 0: 1 }, [1]],
    [[1, 2], [1]],
    [{ a: null }, { a: {} }],
    [{ a: 0 }, { a: "" }],
  ])("distinguishes %j from %j", (before, after) => {
    const snapshot = reduce(
      thread({ state: { x: before } }),
      started(),
      state.snapshot({ x: after }),
    );
    expect(snapshot.state).toStrictEqual({ x: after });
  });

  test("accepts a state nested deeper than the call stack", () => {
    const nest = (bottom: string) => {
      let value: unknown = bottom;
      for (let depth = 0; depth < 100_000; depth++) value = depth % 2 ? [value] : { value };
      return value;
    };
    const before = createSnapshot({ threadId: "t1", state: nest("old") });
    const snapshot = nest("new");
    let value: unknown = reduceEvent(before, { type: EventType.STATE_SNAPSHOT, snapshot }).state;
    while (typeof value === "object" && value !== null) [value] = Object.values(value);
    expect(value).toBe("new");
  });
});

describe("STATE_DELTA", () => {
  test.each([
    ["adds", { a: 1 }, [{ op: "add", path: "/b", value: { c: null } }], { a: 1, b: { c: null } }],
    ["adds into a list", [1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
    ["appends to a list", { l: [1] }, [{ op: "add", path: "/l/-", value: 2 }], { l: [1, 2] }],
    ["removes", { a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
    ["removes from a list", [1, 2, 3], [{ op: "remove", path: "/1" }], [1, 3]],
    ["replaces", { a: { b: 1 } }, [{ op: "replace", path: "/a/b", value: [] }], { a: { b: [] } }],
    ["replaces everything", { a: 1 }, [{ op: "replace", path: "", value: null }], null],
    [
      "moves",
      { a: { x: 1 }, b: {} },
      [{ op: "move", from: "/a/x", path: "/b/y" }],
      { a: {}, b: { y: 1 } },
    ],
    ["moves within a list", [1, 2, 3], [{ op: "move", from: "/0", path: "/2" }], [2, 3, 1]],
    ["moves onto itself", { a: 1 }, [{ op: "move", from: "/a", path: "/a" }], { a: 1 }],
    [
      "copies",
      { a: { x: 1 } },
      [{ op: "copy", from: "/a", path: "/b" }],
      { a: { x: 1 }, b: { x: 1 } },
    ],
    ["copies everything", { a: 1 }, [{ op: "copy", from: "", path: "/b" }], { a: 1, b: { a: 1 } }],
    ["tests", { a: [1] }, [{ op: "test", path: "/a", value: [1] }], { a: [1] }],
    [
      "reads escaped paths",
      { "a/b": { "~": 1 } },
      [{ op: "replace", path: "/a~1b/~0", value: 2 }],
      { "a/b": { "~": 2 } },
    ],
    [
      "reads empty keys",
      { "": { "": 1 } },
      [{ op: "replace", path: "//", value: 2 }],
      { "": { "": 2 } },
    ],
    ["starts from nothing", null, [{ op: "add", path: "", value: { a: 1 } }], { a: 1 }],
  ] as const)("STATE_DELTA %s", (_, before, delta, after) => {
    expect(stateAfter(before, ...structuredClone(delta as never as [never]))).toEqual(after);
  });

  test("applies its operations in order, each to the result of the previous one", () => {
    expect(
      stateAfter(
        {},
        { op: "add", path: "/a", value: {} },
        { op: "add", path: "/a/b", value: 1 },
        { op: "copy", from: "/a", path: "/c" },
        { op: "replace", path: "/c/b", value: 2 },
        { op: "replace", path: "/a/b", value: 3 },
      ),
    ).toEqual({ a: { b: 3 }, c: { b: 2 } });
  });

  test("copies a value of the same patch, and keeps both copies independent", () => {
    expect(
      stateAfter(
        { a: { x: 0 } },
        { op: "replace", path: "/a/x", value: 1 },
        { op: "copy", from: "/a", path: "/b" },
        { op: "replace", path: "/b/x", value: 2 },
      ),
    ).toEqual({ a: { x: 1 }, b: { x: 2 } });
  });

  test("copies the whole document into itself without a cycle", () => {
    expect(
      stateAfter({}, { op: "add", path: "/a", value: 1 }, { op: "copy", from: "", path: "/whole" }),
    ).toEqual({ a: 1, whole: { a: 1 } });
  });

  test("copies only objects on the patched path", () => {
    const before = reduce(
      thread({ state: { left: { a: { n: 1 }, b: { n: 2 } }, right: { c: 3 } } }),
      started(),
    );
    const after = reduce(before, state.delta({ op: "replace", path: "/left/a/n", value: 9 }));
    const was = before.state as { left: { a: object; b: object }; right: object };
    const is = after.state as typeof was;
    expect(is).toEqual({ left: { a: { n: 9 }, b: { n: 2 } }, right: { c: 3 } });
    expect(is.right).toBe(was.right);
    expect(is.left.b).toBe(was.left.b);
    expect(is.left.a).not.toBe(was.left.a);
  });

  test.each([
    ["removes what is not there", [{ op: "remove", path: "/missing" }]],
    ["replaces what is not there", [{ op: "replace", path: "/missing", value: 1 }]],
    ["adds below nothing", [{ op: "add", path: "/missing/a", value: 1 }]],
    ["adds below a number", [{ op: "add", path: "/n/a", value: 1 }]],
    ["adds beyond the end of a list", [{ op: "add", path: "/list/9", value: 1 }]],
    ["adds under a list's name", [{ op: "add", path: "/list/length", value: 1 }]],
    ["sets the length of a list", [{ op: "replace", path: "/list/length", value: 0 }]],
    ["copies from nowhere", [{ op: "copy", from: "/missing", path: "/a" }]],
    ["moves from nowhere", [{ op: "move", from: "/missing", path: "/a" }]],
    ["moves a value into itself", [{ op: "move", from: "/nested", path: "/nested/deeper" }]],
    ["tests in vain", [{ op: "test", path: "/n", value: 2 }]],
    ["removes what every object inherits", [{ op: "remove", path: "/toString" }]],
    ["reaches for the prototype", [{ op: "add", path: "/__proto__/polluted", value: 1 }]],
    ["reaches through a constructor", [{ op: "add", path: "/constructor/polluted", value: 1 }]],
    ["reaches through both", [{ op: "add", path: "/constructor/prototype/polluted", value: 1 }]],
  ] as const)("changes nothing when it %s, not even its first half", (_, delta) => {
    const before = reduce(
      thread({ state: { n: 1, list: [1], nested: { deep: true } } }),
      started(),
    );
    const after = reduce(
      before,
      state.delta(
        { op: "replace", path: "/n", value: 1.5 },
        { op: "replace", path: "/n", value: 1 },
        ...structuredClone(delta as never as [never]),
      ),
    );
    expect(after.state).toBe(before.state);
    expect(after.visibleState).toBe(before.visibleState);
    expect(after.issues).toMatchObject([{ code: "patch-failed", severity: "notice", count: 1 }]);
    expect({}).not.toHaveProperty("polluted");
    expect(Object).not.toHaveProperty("polluted");
  });

  test.each(["/__proto__", "/constructor/prototype"])(
    "changes nothing when it writes to %s, even where the state has such a field",
    (path) => {
      const initialState = JSON.parse('{"__proto__":1,"constructor":{"prototype":1},"n":1}');
      const before = reduce(thread({ state: initialState }), started());
      const after = reduce(before, state.delta({ op: "replace", path, value: 2 }));
      expect(after.state).toBe(before.state);
      expect(after.issues).toMatchObject([{ code: "patch-failed" }]);
    },
  );

  test("stops at the operation that fails", () => {
    const { state: after } = reduce(
      thread({ state: { n: 1 } }),
      started(),
      state.delta({ op: "remove", path: "/missing" }, { op: "replace", path: "/n", value: 2 }),
      state.delta({ op: "add", path: "/ok", value: true }),
      finished(),
    );
    expect(after).toEqual({ n: 1, ok: true });
  });

  test("changes nothing when it is empty", () => {
    const before = reduce(thread({ state: { a: 1 } }), started());
    expect(reduce(before, state.delta())).toBe(before);
    expect(reduce(before, state.delta({ op: "test", path: "/a", value: 1 }))).toBe(before);
  });
});
