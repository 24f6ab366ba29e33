import { isEqual } from "../json/deepEqual.ts";
import type { ItemMerging, Versions } from "./types.ts";

type Named = ReadonlyMap<unknown, unknown>;

/**
 * Brings together three versions of a list whose items have names: each is followed wherever it is. The
 * order is the agent's, unless the person has changed it.
 */
export function mergeKeyedList(
  { base, mine, theirs }: Versions<Named>,
  { agentWins, mergeItem, loseItem }: ItemMerging,
): readonly unknown[] {
  const places = new Map([...mine.keys()].map((key, at) => [key, at]));
  const merged = new Map<unknown, unknown>();
  for (const [key, item] of theirs) {
    const isTakenOut = base.has(key) && !mine.has(key);
    const isContested = isTakenOut && agentWins && !isEqual(base.get(key), item);
    if (isContested) loseItem(undefined, [...base.keys()].indexOf(key));
    if (isTakenOut && !isContested) continue;
    const at = places.get(key);
    const versions = { base: base.get(key), mine: mine.get(key), theirs: item };
    merged.set(key, at === undefined ? item : mergeItem(versions, at));
  }
  for (const [key, item] of mine) {
    if (theirs.has(key)) continue;
    if (!base.has(key)) merged.set(key, item);
    else if (!isEqual(base.get(key), item)) loseItem(item, places.get(key) ?? 0);
  }
  const isMoved = (list: Named) => !haveSameOrder(base, list);
  const isMine = isMoved(mine) && !(agentWins && isMoved(theirs));
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  return inOrder(merged, [...first.keys()], [...second.keys()]).map((key) => merged.get(key));
}

/** Whether what two lists have in common comes in the same order. */
function haveSameOrder(a: Named, b: Named): boolean {
  const common = [...b.keys()].filter((key) => a.has(key));
  let at = 0;
  for (const key of a.keys()) if (Object.is(key, common[at])) at++;
  return at === common.length;
}

const START = Symbol("start");
const END = Symbol("end");

/** Names in the order of a list, with those that only another list has behind their neighbours there. */
function inOrder(
  wanted: Named,
  first: readonly unknown[],
  second: readonly unknown[],
): readonly unknown[] {
  const order = first.filter((key) => wanted.has(key));
  const placed = new Set(order);
  const behind = new Map<unknown, unknown[]>();
  let anchor: unknown = START;
  let block: unknown[] = [];
  const settle = (to: unknown) => {
    if (block.length > 0) behind.set(to, [...(behind.get(to) ?? []), ...block]);
    block = [];
  };
  for (const key of second) {
    if (placed.has(key)) {
      settle(anchor);
      anchor = key;
    } else if (wanted.has(key)) block.push(key);
  }
  // What was last there is last here, unless there is nothing else.
  settle(second.length > 0 ? END : START);
  const after = (key: unknown) => behind.get(key) ?? [];
  return [...after(START), ...order.flatMap((key) => [key, ...after(key)]), ...after(END)];
}
