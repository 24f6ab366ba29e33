import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addEdit, rebaseEdits } from "../../../src/reducer/rebase/rebaseEdits.ts";
import type { StateConflict, StateEdit } from "../../../src/reducer/rebase/stateEdit.ts";

/** Returns consecutive user edits, each made on the visible state. */
const edits = (conflict: StateConflict, base: unknown, ...states: readonly unknown[]) => {
  let stateEdits: readonly StateEdit[] = [];
  let visibleState = base;
  for (const state of states) {
    stateEdits = addEdit(stateEdits, visibleState, state, conflict);
    visibleState = state;
  }
  return stateEdits;
};

const rebase = (from: unknown, edited: unknown, to: unknown, conflict: StateConflict = "rebase") =>
  rebaseEdits(edits(conflict, from, edited), to);

const task = (id: number, title: string) => ({ id, title });

describe("an edit of a state that the agent has changed meanwhile", () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["keeps to its field", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 5 }, { a: 2, b: 5 }],
    ["wins where both changed", { a: 1 }, { a: 2 }, { a: 5 }, { a: 2 }],
    ["of a kind of its own wins as well", { a: 1 }, { a: [2] }, { a: { b: 1 } }, { a: [2] }],
    [
      "adds its field beside the agent's",
      {},
      { a: { b: 1 } },
      { a: { c: 1 } },
      { a: { b: 1, c: 1 } },
    ],
    ["removes what is still there", { a: 1, b: 1 }, { b: 1 }, { a: 5, b: 5 }, { b: 5 }],
    ["has nothing to remove where it is gone", { a: 1, b: 1 }, { b: 1 }, { b: 5 }, { b: 5 }],
    [
      "leaves nothing of a record whose field it removed and the agent dropped",
      { a: { b: 1 }, c: 1 },
      { a: {}, c: 1 },
      { c: 2 },
      { c: 2 },
    ],
    [
      "of nothing to something stays with the agent's",
      undefined,
      { a: 1 },
      { b: 1 },
      { a: 1, b: 1 },
    ],
    [
      "follows a named item to its new place",
      { l: [task(1, "a"), task(2, "b")] },
      { l: [task(1, "a"), task(2, "B")] },
      { l: [task(9, "new"), task(2, "b"), task(1, "a")] },
      { l: [task(9, "new"), task(2, "B"), task(1, "a")] },
    ],
    [
      "brings together both new versions of a named item",
      [{ id: 1, a: 1, b: 1 }],
      [{ id: 1, a: 2, b: 1 }],
      [{ id: 1, a: 1, b: 2 }],
      [{ id: 1, a: 2, b: 2 }],
    ],
    [
      "adds no item twice",
      [task(1, "a")],
      [task(1, "a"), task(2, "b")],
      [task(1, "a"), task(2, "b")],
      [task(1, "a"), task(2, "b")],
    ],
    [
      "takes out an item that the agent took out as well",
      { l: [task(1, "a"), task(2, "b")], n: 0 },
      { l: [task(2, "b")], n: 1 },
      { l: [task(2, "b")], n: 0 },
      { l: [task(2, "b")], n: 1 },
    ],
    [
      "reorders named items, the agent's new ones among them",
      [task(1, ""), task(2, ""), task(3, "")],
      [task(3, ""), task(1, ""), task(2, "")],
      [task(0, ""), task(1, ""), task(2, "x"), task(3, "")],
      [task(0, ""), task(3, ""), task(1, ""), task(2, "x")],
    ],
    [
      "leaves the agent's order alone when it changed none",
      [task(1, "a"), task(2, "b")],
      [task(1, "A"), task(2, "b")],
      [task(2, "b"), task(1, "a")],
      [task(2, "b"), task(1, "A")],
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
      "stays in its row when it makes it what another one was",
      {
        rows: [
          { u: "g", n: 0 },
          { u: "", n: 0 },
        ],
        log: "",
      },
      {
        rows: [
          { u: "g", n: 0 },
          { u: "g", n: 5 },
        ],
        log: "",
      },
      {
        rows: [
          { u: "g", n: 0 },
          { u: "", n: 0 },
        ],
        log: "x",
      },
      {
        rows: [
          { u: "g", n: 0 },
          { u: "g", n: 5 },
        ],
        log: "x",
      },
    ],
    [
      "keeps a new item after the item it was added after",
      [1, 2],
      [1, 9, 2],
      [0, 1, 2],
      [0, 1, 9, 2],
    ],
    ["puts a new item in front of the one it was before", [1, 2], [1, 9, 2], [2, 3], [9, 2, 3]],
    ["puts first items first", [1], [8, 9, 1], [0, 1], [8, 9, 0, 1]],
    ["puts last items last", [1], [1, 8, 9], [1, 2], [1, 2, 8, 9]],
    ["puts an item between two that are gone", [1, 2], [1, 9, 2], [5, 6, 7], [5, 9, 6, 7]],
    [
      "puts named items last",
      [task(1, "")],
      [task(1, ""), task(8, ""), task(9, "")],
      [task(1, ""), task(2, "")],
      [task(1, ""), task(2, ""), task(8, ""), task(9, "")],
    ],
    ["takes out the item it meant", ["x", "y"], ["x"], ["y", "x"], ["x"]],
    ["that replaces everything still does", 1, "mine", 5, "mine"],
    [
      "with fields of no value has those not",
      { l: [] },
      { l: [{ id: 1, n: undefined }] },
      { l: [], b: 1 },
      { l: [{ id: 1, n: undefined }], b: 1 },
    ],
  ])("%s", (_, from, edited, to, visible) => {
    const rebased = rebase(from, edited, to);
    expect(rebased.visible).toEqual(visible);
    expect(rebased.dropped).toEqual([]);
  });

  test.each<[string, unknown, unknown, unknown, unknown]>([
    [
      "item was removed",
      { l: [task(1, "a")] },
      { l: [task(1, "b")] },
      { l: [] },
      { path: "/l/0", value: task(1, "b") },
    ],
    [
      "unnamed item was removed",
      { l: ["a", "b"] },
      { l: ["a", "B"] },
      { l: ["a"] },
      { path: "/l/1", value: "B" },
    ],
    [
      "list is no longer a list",
      { l: [1] },
      { l: [1, 2] },
      { l: "none" },
      { path: "/l", value: [1, 2] },
    ],
    [
      "record is no longer a record",
      { r: { a: 1 } },
      { r: { a: 2 } },
      { r: [] },
      { path: "/r", value: { a: 2 } },
    ],
    [
      "record was removed, with unchanged fields",
      { tasks: { t1: { title: "a", tags: [] }, t2: {} } },
      { tasks: { t1: { title: "b", tags: [] }, t2: {} } },
      { tasks: { t2: {} } },
      { path: "/tasks/t1", value: { title: "b", tags: [] } },
    ],
    ["state has another type", { a: 1 }, { a: 2 }, [2], { path: "", value: { a: 2 } }],
  ])("is dropped when its %s", (_, from, edited, to, operation) => {
    const rebased = rebase(from, edited, to);
    expect(rebased.visible).toBe(to);
    expect(rebased.edits).toEqual([]);
    expect(rebased.dropped).toMatchObject([{ patch: [operation], reason: "gone" }]);
  });

  test("drops its changes to removed items and keeps the others", () => {
    const from = { l: [task(1, "a")], n: 0 };
    const rebased = rebase(from, { l: [task(1, "b")], n: 1 }, { l: [], n: 0 });
    expect(rebased.visible).toEqual({ l: [], n: 1 });
    expect(rebased.dropped).toHaveLength(1);
    expect(rebased.edits).toMatchObject([{ patch: [{ path: "/n", value: 1 }] }]);
    // The dropped change is reported only once.
    expect(rebaseEdits(rebased.edits, { l: [], n: 5 }).dropped).toEqual([]);
  });

  test("is complete when the agent made the same change", () => {
    const to = { a: 2, b: 9 };
    const rebased = rebase({ a: 1 }, { a: 2 }, to);
    expect(rebased).toMatchObject({ edits: [], dropped: [] });
    expect(rebased.visible).toBe(to);
  });

  test("ignores keys that no patch may touch", () => {
    const hostile: unknown = JSON.parse('{"n":1,"__proto__":{"bad":true}}');
    const rebased = rebase({ n: 1 }, hostile, { n: 5 });
    expect(rebased.visible).toMatchObject({ n: 5 });
    expect({}).not.toHaveProperty("bad");
    // A persisted snapshot holds edits in this form.
    const stored: StateEdit[] = JSON.parse(JSON.stringify(edits("rebase", { n: 1 }, hostile)));
    expect(rebaseEdits(stored, { n: 5 }).visible).toMatchObject({ n: 5 });
    expect({}).not.toHaveProperty("bad");
  });

  test("replaces the whole value when the value is too deep to merge", () => {
    const deep = (leaf: number) => {
      let value: unknown = leaf;
      for (let depth = 0; depth < 20_000; depth++) value = { value };
      return value;
    };
    expect(() => rebase(deep(1), deep(2), deep(3))).not.toThrow();
  });
});

describe("a blank state", () => {
  test.each<[string, unknown]>([
    ["{}", {}],
    ["null", null],
  ])("keeps all edits (%s)", (_, blank) => {
    const from = { items: ["leek"], r: { a: 1, b: 1 }, l: [task(1, "a")] };
    const edited = { items: ["leek", "salt"], r: { a: 2, b: 1 }, l: [task(1, "b")] };
    const during = rebase(from, edited, blank);
    expect(during.dropped).toEqual([]);
    expect(during.visible).toEqual({ items: ["salt"], r: { a: 2 } });
    const after = rebaseEdits(during.edits, { ...from, r: { a: 1, b: 7 } });
    expect(after.visible).toEqual({ ...edited, r: { a: 2, b: 7 } });
    expect(after.dropped).toEqual([]);
  });
});

describe("consecutive edits", () => {
  test("merge while the agent sends no state", () => {
    const stateEdits = edits(
      "rebase",
      { t: "", n: 0 },
      { t: "a", n: 0 },
      { t: "ab", n: 0 },
      { t: "ab", n: 1 },
    );
    expect(stateEdits).toMatchObject([
      {
        patch: [
          { path: "/t", value: "ab" },
          { path: "/n", value: 1 },
        ],
        base: { t: "", n: 0 },
      },
    ]);
  });

  test("cancel out when the last reverts the first", () => {
    expect(edits("rebase", { t: "" }, { t: "a" }, { t: "" })).toEqual([]);
    expect(edits("rebase", { t: "" }, { t: "" })).toEqual([]);
  });

  test("merge on the next state, after any number of states", () => {
    let stateEdits = edits("rebase", { t: "", n: 0 }, { t: "a", n: 0 });
    let { visible, ...rest } = rebaseEdits(stateEdits, { t: "", n: 1 });
    for (let n = 2; n < 100; n++) {
      const typed = { ...(visible as object), t: `${n}` };
      stateEdits = addEdit(rest.edits, visible, typed, "rebase");
      ({ visible, ...rest } = rebaseEdits(stateEdits, { t: "", n }));
      expect(rest.edits).toHaveLength(1);
    }
    expect(visible).toEqual({ t: "99", n: 99 });
    expect(JSON.stringify(rest.edits).length).toBeLessThan(200);
  });

  test("stay separate by conflict strategy", () => {
    const first = edits("rebase", { a: 1, b: 1 }, { a: 2, b: 1 });
    const both = addEdit(first, { a: 2, b: 1 }, { a: 2, b: 2 }, "agent-wins");
    const rebased = rebaseEdits(both, { a: 5, b: 5 });
    expect(rebased.visible).toEqual({ a: 2, b: 5 });
    expect(rebased.dropped).toMatchObject([{ reason: "agent-wins" }]);
  });

  test("are carried from state to state", () => {
    const states = [{ t: "", l: [0, 1] }, { t: "x", l: [5, 0, 1] }, {}, { t: "z" }];
    let left = edits("rebase", { t: "", l: [1] }, { t: "", l: [1, 2] }, { t: "mine", l: [1, 2] });
    let visible: unknown;
    for (const to of states) {
      const rebased = rebaseEdits(left, to);
      left = rebased.edits;
      ({ visible } = rebased);
    }
    expect(visible).toEqual({ t: "mine", l: [2] });
  });
});

describe("an edit with `agent-wins`", () => {
  test.each<[string, unknown, unknown, unknown, unknown]>([
    ["the same field", { a: 1 }, { a: 2 }, { a: 5 }, { a: 5 }],
    ["the field that it removed", { a: 1 }, {}, { a: 5 }, { a: 5 }],
    ["the same item", [task(1, "a")], [task(1, "b")], [task(1, "c")], [task(1, "c")]],
    ["the item that it removed", [task(1, "a")], [], [task(1, "c")], [task(1, "c")]],
    ["the unnamed item that it removed", ["a", "b"], ["a"], ["a", "c"], ["a", "c"]],
    [
      "the removed record around it",
      { r: { a: 1 }, n: 1 },
      { r: { a: 2 }, n: 1 },
      { n: 1 },
      { n: 1 },
    ],
    ["everything", { a: 1 }, 7, { a: 2 }, { a: 2 }],
  ])("is dropped when the agent changed %s", (_, from, edited, to, visible) => {
    const rebased = rebase(from, edited, to, "agent-wins");
    expect(rebased.visible).toEqual(visible);
    expect(rebased.dropped).toMatchObject([{ reason: "agent-wins" }]);
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

describe("any edit", () => {
  // JSON does not distinguish -0 from 0.
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .map((generated) => JSON.parse(JSON.stringify(generated)));
  const isSafe = (json: unknown) => !/__proto__|constructor/.test(JSON.stringify(json));
  const json = value.filter(isSafe);
  const copy = (source: unknown) => JSON.parse(JSON.stringify(source));

  test("stays unchanged on an equal state, also after persisting", () => {
    fc.assert(
      fc.property(json, json, json, (from, first, second) => {
        const stateEdits = edits("rebase", from, first, second);
        expect(rebaseEdits(stateEdits, copy(from)).visible).toEqual(second);
        expect(rebaseEdits(copy(stateEdits), copy(from)).visible).toEqual(second);
      }),
      { numRuns: 2_000 },
    );
  });

  test("merges the changes of both sides without duplicate items", () => {
    const item = fc.record({ id: fc.integer({ min: 0, max: 9 }), a: fc.nat(3), b: fc.nat(3) });
    const list = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 8 });
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        // The user changes `a` and the agent `b` of base items; both add, remove and reorder.
        const of = (id: number) => base.find((one) => one.id === id);
        const edited = mine.map((one) => ({ ...one, b: of(one.id)?.b ?? one.b }));
        const changed = theirs.map((one) => ({ ...one, a: of(one.id)?.a ?? one.a }));
        const { visible } = rebase({ list: base }, { list: edited }, { list: changed });
        const merged = (visible as { list: typeof base }).list;
        const ids = merged.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const has = (all: typeof base, id: number) => all.some((one) => one.id === id);
        for (let id = 0; id < 10; id++) {
          const isWanted = has(base, id)
            ? has(edited, id) && has(changed, id)
            : has(edited, id) || has(changed, id);
          expect(ids.includes(id)).toBe(isWanted);
        }
        for (const one of merged) {
          if (!of(one.id)) continue;
          expect(one.a).toBe(edited.find(({ id }) => id === one.id)?.a);
          expect(one.b).toBe(changed.find(({ id }) => id === one.id)?.b);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("survives an empty state in between", () => {
    fc.assert(
      fc.property(json, json, json, (from, edited, to) => {
        const stateEdits = edits("rebase", from, edited);
        const during = rebaseEdits(stateEdits, {});
        expect(rebaseEdits(during.edits, to)).toEqual(rebaseEdits(stateEdits, to));
      }),
      { numRuns: 1_000 },
    );
  });
});

test("subtrees unchanged by the agent keep their identity below edits", () => {
  const from = { items: [task(1, "a"), task(2, "b")], log: "", title: "t" };
  const edited = { ...from, items: [task(1, "mine"), from.items[1]] };
  const stateEdits = edits("rebase", from, edited);
  const first = rebaseEdits(stateEdits, { ...from, log: "x" }, edited);
  const second = rebaseEdits(first.edits, { ...from, log: "xy" }, first.visible);
  const itemsOf = (state: unknown) => (state as typeof from).items;
  expect(itemsOf(second.visible)).toBe(edited.items);
  expect(itemsOf(second.visible)[1]).toBe(from.items[1]);
});

test("a merged subtree keeps its identity until either side changes it again", () => {
  const from = { item: { title: "a", done: false }, log: "" };
  const stateEdits = edits("rebase", from, { ...from, item: { ...from.item, title: "mine" } });
  const theirs = { ...from, item: { ...from.item, done: true } };
  const first = rebaseEdits(stateEdits, theirs, from);
  const second = rebaseEdits(first.edits, { ...theirs, log: "x" }, first.visible);
  const itemOf = (state: unknown) => (state as typeof from).item;
  expect(itemOf(second.visible)).toEqual({ title: "mine", done: true });
  expect(itemOf(second.visible)).toBe(itemOf(first.visible));
});
