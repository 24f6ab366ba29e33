import { isEqual } from "../replaceEqualDeep.ts";
import type { ListMergeOptions, Versions } from "./stateEdit.ts";

/** The items of a list by their keys, in order. */
type Keyed = ReadonlyMap<unknown, unknown>;

/**
 * Merges three versions of a list whose items have keys, at whatever position they are. The order is the
 * agent's, unless the user changed it.
 */
export function mergeKeyedList(
  { base, mine, theirs }: Versions<Keyed>,
  { agentWins, mergeItem, loseItem }: ListMergeOptions,
): readonly unknown[] {
  const positions = new Map([...mine.keys()].map((key, at) => [key, at]));
  const merged = new Map<unknown, unknown>();
  for (const [key, item] of theirs) {
    const isRemoved = base.has(key) && !mine.has(key);
    const isContested = isRemoved && agentWins && !isEqual(base.get(key), item);
    if (isContested) loseItem(undefined, [...base.keys()].indexOf(key));
    if (isRemoved && !isContested) continue;
    const at = positions.get(key);
    const versions = { base: base.get(key), mine: mine.get(key), theirs: item };
    merged.set(key, at === undefined ? item : mergeItem(versions, at));
  }
  for (const [key, item] of mine) {
    if (theirs.has(key)) continue;
    if (!base.has(key)) merged.set(key, item);
    else if (!isEqual(base.get(key), item)) loseItem(item, positions.get(key) ?? 0);
  }
  const isMoved = (list: Keyed) => !haveSameOrder(base, list);
  const isMine = isMoved(mine) && !(agentWins && isMoved(theirs));
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  return inOrder(merged, [...first.keys()], [...second.keys()]).map((key) => merged.get(key));
}

/** True when the common items of two lists have the same order. */
function haveSameOrder(a: Keyed, b: Keyed): boolean {
  const common = [...b.keys()].filter((key) => a.has(key));
  let at = 0;
  for (const key of a.keys()) if (Object.is(key, common[at])) at++;
  return at === common.length;
}

const START = Symbol("start");
const END = Symbol("end");

/** Returns keys in the order of the first list; keys that only the second has follow their neighbour there. */
function inOrder(
  wanted: Keyed,
  first: readonly unknown[],
  second: readonly unknown[],
): readonly unknown[] {
  const order = first.filter((key) => wanted.has(key));
  const placed = new Set(order);
  const successors = new Map<unknown, unknown[]>();
  let anchor: unknown = START;
  let block: unknown[] = [];
  const placeBlock = (to: unknown) => {
    if (block.length > 0) successors.set(to, [...(successors.get(to) ?? []), ...block]);
    block = [];
  };
  for (const key of second) {
    if (placed.has(key)) {
      placeBlock(anchor);
      anchor = key;
    } else if (wanted.has(key)) block.push(key);
  }
  // The last keys of the second list come last, unless the second list is empty.
  placeBlock(second.length > 0 ? END : START);
  const after = (key: unknown) => successors.get(key) ?? [];
  return [...after(START), ...order.flatMap((key) => [key, ...after(key)]), ...after(END)];
}
