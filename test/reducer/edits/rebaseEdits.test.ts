import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPatch } from "../../../src/reducer/edits/createPatch.ts";
import { rebaseEdits } from "../../../src/reducer/edits/rebaseEdits.ts";
import type { StateConflict, StateEdit } from "../../../src/reducer/edits/stateEdit.ts";

/** Edits as a page makes them: each sets the whole state. */
const edits = (conflict: StateConflict, ...states: readonly unknown[]): StateEdit[] =>
  states.map((value) => ({ patch: [{ op: "replace", path: "", value }], conflict }));

const rebase = (from: unknown, edited: unknown, to: unknown, conflict: StateConflict = "rebase") =>
  rebaseEdits(from, edits(conflict, edited), to);

const task = (id: number, title: string) => ({ id, title });

describe("an edit on a state the agent has changed meanwhile", () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["keeps to its field", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 5 }, { a: 2, b: 5 }],
    ["wins where both changed", { a: 1 }, { a: 2 }, { a: 5 }, { a: 2 }],
    [
      "outlives a server that starts over",
      { a: { b: 1, c: 1 } },
      { a: { b: 2, c: 1 } },
      {},
      { a: { b: 2 } },
    ],
    ["adds to a list that is not there any more", { l: [1] }, { l: [1, 2] }, {}, { l: [2] }],
    ["removes what is still there", { a: 1, b: 1 }, { b: 1 }, { a: 5, b: 5 }, { b: 5 }],
    ["has nothing to remove where it is gone", { a: 1, b: 1 }, { b: 1 }, { b: 5 }, { b: 5 }],
    [
      "follows a named item to its new place",
      { l: [task(1, "a"), task(2, "b")] },
      { l: [task(1, "a"), task(2, "B")] },
      { l: [task(9, "new"), task(2, "b"), task(1, "a")] },
      { l: [task(9, "new"), task(2, "B"), task(1, "a")] },
    ],
    [
      "follows an item without a name by its value",
      { l: [{ t: "a" }, { t: "b" }] },
      { l: [{ t: "a" }, { t: "B" }] },
      { l: [{ t: "new" }, { t: "a" }, { t: "b" }] },
      { l: [{ t: "new" }, { t: "a" }, { t: "B" }] },
    ],
    [
      "stays in the place of an item that the agent rewrote",
      { l: [{ t: "a", n: 1 }] },
      { l: [{ t: "A", n: 1 }] },
      { l: [{ t: "a", n: 7 }] },
      { l: [{ t: "A", n: 7 }] },
    ],
    [
      "puts a new item behind the one it was behind",
      { l: [1, 2] },
      { l: [1, 9, 2] },
      { l: [0, 1, 2] },
      { l: [0, 1, 9, 2] },
    ],
    [
      "puts a new item in front of the one it was before",
      { l: [1, 2] },
      { l: [1, 9, 2] },
      { l: [2, 3] },
      { l: [9, 2, 3] },
    ],
    ["puts a first item first", { l: [1] }, { l: [9, 1] }, { l: [0, 1] }, { l: [9, 0, 1] }],
    ["puts a last item last", { l: [1] }, { l: [1, 9] }, { l: [1, 2] }, { l: [1, 2, 9] }],
    [
      "takes out the item it meant",
      { l: ["x", "y"] },
      { l: ["x"] },
      { l: ["y", "x"] },
      { l: ["x"] },
    ],
    ["that replaces everything still does", 1, "mine", 5, "mine"],
  ])("%s", (_, from, edited, to, visible) => {
    const rebased = rebase(from, edited, to);
    expect(rebased.visible).toEqual(visible);
    expect(rebased.dropped).toEqual([]);
  });

  test.each<[string, unknown, unknown, unknown]>([
    ["item is gone", { l: [task(1, "a")] }, { l: [task(1, "b")] }, { l: [] }],
    ["unnamed item is gone", { l: ["a", "b"] }, { l: ["a", "B"] }, { l: ["a"] }],
    ["list is no list any more", { l: [1] }, { l: [1, 2] }, { l: "none" }],
    ["record is none any more", { r: { a: 1 } }, { r: { a: 2 } }, { r: [] }],
    ["state is of another kind", { a: 1 }, { a: 2 }, [2]],
  ])("is dropped as a whole when its %s", (_, from, edited, to) => {
    const rebased = rebase(from, edited, to);
    expect(rebased.visible).toBe(to);
    expect(rebased.edits).toEqual([]);
    expect(rebased.dropped).toEqual([
      { patch: createPatch(from, edited), conflict: "rebase", reason: "gone" },
    ]);
  });

  test("takes those down with it that were made of what it added", () => {
    const from = { l: [task(1, "a")], n: 0 };
    const added = { ...from, l: [{ ...task(1, "a"), notes: ["x"] }] };
    const changed = { ...added, l: [{ ...task(1, "a"), notes: ["y"] }] };
    const other = { ...changed, n: 1 };
    const rebased = rebaseEdits(from, edits("rebase", added, changed, other), { l: [], n: 0 });
    expect(rebased.visible).toEqual({ l: [], n: 1 });
    expect(rebased.dropped).toHaveLength(2);
    expect(rebased.edits).toHaveLength(1);
  });

  test("is carried from state to state", () => {
    const states = [
      { t: "", l: [1] },
      { t: "", l: [0, 1] },
      { t: "x", l: [5, 0, 1] },
      {},
      { t: "z" },
    ];
    let left = edits("rebase", { t: "", l: [1, 2] }, { t: "mine", l: [1, 2] });
    let visible: unknown;
    for (const [at, to] of states.slice(1).entries()) {
      const rebased = rebaseEdits(states[at], left, to);
      left = [...rebased.edits];
      ({ visible } = rebased);
    }
    expect(visible).toEqual({ t: "mine", l: [2] });
  });

  test("made letter by letter is one", () => {
    const rebased = rebaseEdits(
      { t: "", n: 0 },
      edits("rebase", { t: "a", n: 0 }, { t: "ab", n: 0 }, { t: "abc", n: 0 }),
      { t: "", n: 1 },
    );
    expect(rebased.edits).toEqual([
      { patch: [{ op: "add", path: "/t", value: "abc" }], conflict: "rebase" },
    ]);
  });
});

describe("an edit that gives way to the agent", () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["the same field", { a: 1 }, { a: 2 }, { a: 5 }, { a: 5 }],
    ["the same item", [task(1, "a")], [task(1, "b")], [task(1, "c")], [task(1, "c")]],
    ["the record it is in, which is gone", { r: { a: 1 } }, { r: { a: 2 } }, {}, {}],
    ["everything", { a: 1 }, 7, { a: 2 }, { a: 2 }],
  ])("is dropped when the agent changed %s", (_, from, edited, to, visible) => {
    const rebased = rebase(from, edited, to, "agent-wins");
    expect(rebased.visible).toEqual(visible);
    expect(rebased.dropped).toMatchObject([{ reason: "agent-wins", conflict: "agent-wins" }]);
  });

  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["another field", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 5 }, { a: 2, b: 5 }],
    ["another item", [1, 2], [1, 3], [1, 2, 4], [1, 3, 4]],
    ["the list it adds to", [1], [1, 2], [0, 1], [0, 1, 2]],
    ["nothing", { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 1 } }, { a: { b: 2 } }],
  ])("stays when the agent changed %s", (_, from, edited, to, visible) => {
    const rebased = rebase(from, edited, to, "agent-wins");
    expect(rebased.visible).toEqual(visible);
    expect(rebased.dropped).toEqual([]);
  });
});

test("an edit of what no patch may touch is dropped and harms nothing", () => {
  const from = { n: 1 };
  const hostile: unknown = JSON.parse('{"n":1,"__proto__":{"bad":true}}');
  const rebased = rebaseEdits(from, edits("rebase", hostile, { n: 2 }), { n: 5 });
  expect(rebased.dropped).toHaveLength(1);
  expect(rebased.visible).toEqual({ n: 2 });
  expect({}).not.toHaveProperty("bad");
});

test("on a state that is the same, edits make what they made", () => {
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .filter((json) => !/__proto__|constructor/.test(JSON.stringify(json)));
  fc.assert(
    fc.property(value, value, value, (from, first, second) => {
      const rebased = rebaseEdits(from, edits("rebase", first, second), structuredClone(from));
      expect(rebased.visible).toEqual(second);
      expect(rebased.dropped).toEqual([]);
      // And again, as patches.
      expect(rebaseEdits(from, rebased.edits, from).visible).toEqual(second);
    }),
    { numRuns: 2_000 },
  );
});
