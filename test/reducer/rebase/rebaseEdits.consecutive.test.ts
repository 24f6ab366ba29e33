import { describe, expect, test } from "vitest";
import { addEdit, rebaseEdits } from "../../../src/reducer/rebase/rebaseEdits.ts";
import { fc } from "../../support/seededFastCheck.ts";
import { edits, rebase, task } from "./edits.ts";

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
