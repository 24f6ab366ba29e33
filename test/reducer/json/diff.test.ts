import { describe, expect, test } from "vitest";
import { diff } from "../../../src/reducer/json/diff.ts";
import { applyJsonPatch } from "../../../src/reducer/json/jsonPatch.ts";
import { fc } from "../../support/seededFastCheck.ts";

/** JSON with lists of named items, shared keys and keys that need escaping. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, 0, 1, "", "a"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.record({ id: fc.integer({ min: 0, max: 5 }), v: tie("value") }), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "x/y", "x~z", "0", ""), tie("value")),
  ),
})).value;

describe("a patch between two values", () => {
  test("transforms the first into the second", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(applyJsonPatch(before, diff(before, after))).toEqual(after);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is empty for equal values", () => {
    fc.assert(fc.property(json, (value) => diff(value, value).length === 0));
  });

  test.each<[string, unknown, unknown, unknown]>([
    ["a field", { a: 1, b: 2 }, { a: 1, b: 3 }, [{ op: "replace", path: "/b", value: 3 }]],
    ["a new field", { a: 1 }, { a: 1, "x/y": 2 }, [{ op: "add", path: "/x~1y", value: 2 }]],
    ["a field that is gone", { a: 1, b: 2 }, { a: 1 }, [{ op: "remove", path: "/b" }]],
    ["a field set to undefined", { a: 1 }, { a: undefined }, [{ op: "remove", path: "/a" }]],
    ["an item in front", [2, 3], [1, 2, 3], [{ op: "add", path: "/0", value: 1 }]],
    ["an item at the end", [1], [1, 2], [{ op: "add", path: "/1", value: 2 }]],
    ["an item taken out", [1, 2, 3], [1, 3], [{ op: "remove", path: "/1" }]],
    [
      "a named item changed and another put in front",
      [{ id: 1, n: 1 }],
      [{ id: 2 }, { id: 1, n: 9 }],
      [
        { op: "replace", path: "/0/n", value: 9 },
        { op: "add", path: "/0", value: { id: 2 } },
      ],
    ],
    [
      "another named item in a place",
      [{ id: 1, n: 1 }],
      [{ id: 2, n: 1 }],
      [{ op: "replace", path: "/0", value: { id: 2, n: 1 } }],
    ],
    ["a value of another type", { a: [] }, { a: {} }, [{ op: "replace", path: "/a", value: {} }]],
    ["everything", 1, "a", [{ op: "replace", path: "", value: "a" }]],
  ])("holds only the changes: %s", (_, before, after, patch) => {
    expect(diff(before, after)).toEqual(patch);
  });

  test("skips subtrees that both share", () => {
    let reads = 0;
    const item = new Proxy(
      {},
      {
        ownKeys() {
          reads++;
          return [];
        },
      },
    );
    const items = Array.from({ length: 10_000 }, () => item);
    expect(diff({ items, n: 1 }, { items, n: 2 })).toHaveLength(1);
    expect(diff(items, items.with(5, { changed: true }))).toHaveLength(1);
    // The comparison reads only the replaced item.
    expect(reads).toBe(1);
  });

  test("replaces values that are too deep to compare", () => {
    const deep = (leaf: number) => {
      let value: unknown = leaf;
      for (let depth = 0; depth < 20_000; depth++) value = [value];
      return value;
    };
    const [operation] = diff(deep(1), deep(2));
    expect(operation).toMatchObject({ op: "replace" });
  });
});
