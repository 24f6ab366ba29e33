import { expect, test } from "vitest";
import { threeWayMerge } from "../../../src/reducer/rebase/threeWayMerge.ts";

const COUNT = 10_000;

/** Named items that count how often anybody looks at what they are. */
function countedItems() {
  let looks = 0;
  const items = Array.from({ length: COUNT }, (_, id) => ({
    get id() {
      looks += 1;
      return id;
    },
    name: `item ${id}`,
  }));
  return { items, looks: () => looks };
}

const named = (id: number, name: string) => ({ id, name });

/** Brings an edit of item 3 together with what an agent has made of the list. */
function mergeInto(
  items: readonly { readonly id: number; readonly name: string }[],
  theirs: unknown,
) {
  const mine = items.map((item, at) => (at === 3 ? named(3, "mine") : item));
  const lost: [] = [];
  return threeWayMerge({ base: items, mine, theirs }, { conflict: "rebase", path: [], lost });
}

test("an edit in a long list looks at few items of it when the agent changes another", () => {
  const { items, looks } = countedItems();
  const theirs = items.map((item, at) => (at === 9 ? named(9, "theirs") : item));
  const merged = mergeInto(items, theirs) as typeof items;
  expect([merged[3]?.name, merged[9]?.name, merged.length]).toEqual(["mine", "theirs", COUNT]);
  expect(looks()).toBeLessThan(20);
});

test("and when the agent adds to its end", () => {
  const { items, looks } = countedItems();
  const added = [...items, named(COUNT, "new")];
  const merged = mergeInto(items, added) as typeof items;
  expect([merged[3]?.name, merged.at(-1)?.name]).toEqual(["mine", "new"]);
  expect(looks()).toBeLessThan(20);
});

test("new items of both stay behind what they were put behind", () => {
  const base = [named(1, "a"), named(2, "b")];
  const mine = [...base, named(3, "mine")];
  const theirs = [...base, named(4, "theirs")];
  const merged = threeWayMerge({ base, mine, theirs }, { conflict: "rebase", path: [], lost: [] });
  expect((merged as typeof base).map(({ name }) => name)).toEqual(["a", "b", "theirs", "mine"]);
});
