import { describe, expect, test } from "vitest";
import { rebaseEdits } from "../../../src/reducer/rebase/rebaseEdits.ts";
import type { StateEdit } from "../../../src/reducer/rebase/stateEdit.ts";
import { edits, rebase, task } from "./edits.ts";

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
  ])("an edit %s", (_, from, edited, to, visible) => {
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
