import { expect, test } from "vitest";
import { threeWayMerge } from "../../../src/reducer/rebase/threeWayMerge.ts";

const COUNT = 10_000;

/** Returns named items that count reads of their ids. */
function countedItems() {
  let readCount = 0;
  const items = Array.from({ length: COUNT }, (_, id) => ({
    get id() {
      readCount += 1;
      return id;
    },
    name: `item ${id}`,
  }));
  return { items, readCount: () => readCount };
}

const named = (id: number, name: string) => ({ id, name });

/** Merges an edit of item 3 with the list of the agent. */
function mergeInto(
  items: readonly { readonly id: number; readonly name: string }[],
  theirs: unknown,
) {
  const mine = items.map((item, at) => (at === 3 ? named(3, "mine") : item));
  const lost: [] = [];
  return threeWayMerge(
    { base: items, mine, theirs },
    { conflict: "rebase", path: [], droppedOperations: lost },
  );
}

test("an edit in a long list reads few items when the agent changes another item", () => {
  const { items, readCount } = countedItems();
  const theirs = items.map((item, at) => (at === 9 ? named(9, "theirs") : item));
  const merged = mergeInto(items, theirs) as typeof items;
  expect([merged[3]?.name, merged[9]?.name, merged.length]).toEqual(["mine", "theirs", COUNT]);
  expect(readCount()).toBeLessThan(20);
});

test("an edit in a long list reads few items when the agent appends an item", () => {
  const { items, readCount } = countedItems();
  const added = [...items, named(COUNT, "new")];
  const merged = mergeInto(items, added) as typeof items;
  expect([merged[3]?.name, merged.at(-1)?.name]).toEqual(["mine", "new"]);
  expect(readCount()).toBeLessThan(20);
});

test("new items of both sides stay after the items they were added after", () => {
  const base = [named(1, "a"), named(2, "b")];
  const mine = [...base, named(3, "mine")];
  const theirs = [...base, named(4, "theirs")];
  const merged = threeWayMerge(
    { base, mine, theirs },
    { conflict: "rebase", path: [], droppedOperations: [] },
  );
  expect((merged as typeof base).map(({ name }) => name)).toEqual(["a", "b", "theirs", "mine"]);
});
