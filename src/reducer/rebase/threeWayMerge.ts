import { isRecord } from "../../protocol/isRecord.ts";
import { has, isEqual } from "../json/deepEqual.ts";
import { toPointer } from "../json/jsonPointer.ts";
import { getOwn, putOwn } from "../safeRecord.ts";
import { type SameEnds, sameEnds } from "./commonEnds.ts";
import { mergeKeyedList } from "./mergeKeyedList.ts";
import { mergeUnkeyedList } from "./mergeUnkeyedList.ts";
import { keysOf } from "./namedItems.ts";
import type { ItemMerging, Merging, Versions } from "./types.ts";

/** Deeper than this, what a person changed is taken as a whole: merging would exhaust the stack. */
const MAX_DEPTH = 500;

/**
 * Brings together what a person and an agent have made of one value. Where only one of them changed
 * something, that stands; where both did, the person's stands unless the agent is to win. Items of
 * lists are followed by their `id` or `key`, else by their place and value.
 *
 * @returns The very value of whoever changed it alone, so that what did not change keeps its identity.
 */
export function threeWayMerge({ base, mine, theirs }: Versions, merging: Merging): unknown {
  if (Object.is(base, mine) || Object.is(mine, theirs)) return theirs;
  if (Object.is(base, theirs)) return mine;
  if (merging.path.length < MAX_DEPTH) {
    if (isRecord(mine) && isRecord(theirs) && (base === undefined || isRecord(base))) {
      return mergeRecords({ base: base ?? {}, mine, theirs }, merging);
    }
    if (
      Array.isArray(mine) &&
      Array.isArray(theirs) &&
      (base === undefined || Array.isArray(base))
    ) {
      return mergeLists({ base: base ?? [], mine, theirs }, merging);
    }
  }
  if (isEqual(base, mine) || isEqual(mine, theirs)) return theirs;
  if (isEqual(base, theirs)) return mine;
  // An edit inside of something that is something else now.
  if (isInside(base, mine)) return lose(mine, theirs, merging);
  if (merging.conflict === "rebase") return mine;
  return lose(mine, theirs, merging);
}

function isInside(base: unknown, mine: unknown): boolean {
  return (isRecord(base) && isRecord(mine)) || (Array.isArray(base) && Array.isArray(mine));
}

/** Notes that the person does not get what they wanted. */
function lose(mine: unknown, theirs: unknown, { path, lost }: Merging): unknown {
  const pointer = toPointer(path);
  lost.push(
    mine === undefined
      ? { op: "remove", path: pointer }
      : { op: "replace", path: pointer, value: mine },
  );
  return theirs;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

function mergeRecords({ base, mine, theirs }: Versions<UnknownRecord>, merging: Merging): unknown {
  const merged: Record<string, unknown> = { ...theirs };
  let isTheirs = true;
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const versions = {
      base: getOwn(base, key),
      mine: getOwn(mine, key),
      theirs: getOwn(theirs, key),
    };
    if (Object.is(versions.base, versions.mine)) continue;
    const inner = { ...merging, path: [...merging.path, key] };
    const value = has(theirs, key) ? mergeField(versions, inner) : mergeAbsent(versions, inner);
    if (Object.is(value, versions.theirs)) continue;
    isTheirs = false;
    if (value === undefined) delete merged[key];
    else putOwn(merged, key, value);
  }
  return isTheirs ? theirs : merged;
}

/** A field that the agent has. Taken away by the person, it is gone, unless the agent is to win. */
function mergeField(versions: Versions, merging: Merging): unknown {
  const { base, mine, theirs } = versions;
  if (mine !== undefined) return threeWayMerge(versions, merging);
  const isContested = merging.conflict === "agent-wins" && !isEqual(base, theirs);
  return isContested ? lose(mine, theirs, merging) : undefined;
}

/**
 * A field that the agent does not have. What the person wrote anew stands, and so does what they added to
 * a list. What they wrote into a record is gone with it: what is left would be half of one. Where the
 * agent starts over, though, nothing was taken away.
 */
function mergeAbsent({ base, mine }: Versions, merging: Merging): unknown {
  if (mine === undefined || isEqual(base, mine)) return undefined;
  if (base === undefined) return mine;
  if (merging.conflict === "agent-wins") return lose(mine, undefined, merging);
  if (!isInside(base, mine)) return mine;
  if (Array.isArray(mine)) {
    const added = threeWayMerge({ base, mine, theirs: [] }, merging);
    return Array.isArray(added) && added.length === 0 ? undefined : added;
  }
  const written = threeWayMerge({ base, mine, theirs: {} }, { ...merging, startsOver: true });
  if (isRecord(written) && Object.keys(written).length === 0) return undefined;
  return merging.startsOver ? written : lose(mine, undefined, merging);
}

function mergeLists(lists: Versions<readonly unknown[]>, merging: Merging): readonly unknown[] {
  const { base, mine, theirs } = lists;
  const { start, end } = sameEnds(lists);
  const mergeAt = (versions: Versions, at: number) =>
    threeWayMerge(versions, { ...merging, path: [...merging.path, String(at)] });
  const inPlace = (from: number, behind: number) => (item: unknown, at: number) => {
    const versions = { base: base[from + at], mine: mine[behind + at], theirs: item };
    // Of most of them the person has changed nothing.
    return Object.is(versions.base, versions.mine) ? item : mergeAt(versions, behind + at);
  };
  const merged = [
    ...theirs.slice(0, start).map(inPlace(0, 0)),
    ...mergeBetween(lists, { start, end }, merging, mergeAt),
    ...theirs.slice(theirs.length - end).map(inPlace(base.length - end, mine.length - end)),
  ];
  const isTheirs =
    merged.length === theirs.length && merged.every((item, at) => Object.is(item, theirs[at]));
  return isTheirs ? theirs : merged;
}

/** What lies between the items that are in their places. */
function mergeBetween(
  lists: Versions<readonly unknown[]>,
  { start, end }: SameEnds,
  merging: Merging,
  mergeAt: (versions: Versions, at: number) => unknown,
): readonly unknown[] {
  const between = (list: readonly unknown[]) => list.slice(start, list.length - end);
  const base = between(lists.base);
  const mine = between(lists.mine);
  const theirs = between(lists.theirs);
  const items: ItemMerging = {
    agentWins: merging.conflict === "agent-wins",
    mergeItem: (versions, at) => mergeAt(versions, start + at),
    loseItem(mineItem, at) {
      lose(mineItem, undefined, { ...merging, path: [...merging.path, String(start + at)] });
    },
  };
  const names = { base: keysOf(base), mine: keysOf(mine), theirs: keysOf(theirs) };
  return names.base && names.mine && names.theirs
    ? mergeKeyedList({ base: names.base, mine: names.mine, theirs: names.theirs }, items)
    : mergeUnkeyedList({ base, mine, theirs }, items);
}
