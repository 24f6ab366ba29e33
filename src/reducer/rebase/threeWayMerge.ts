import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { toPointer } from "../json/jsonPointer.ts";
import { getOwn, hasDefined, putOwn } from "../ownProperty.ts";
import { isEqual } from "../replaceEqualDeep.ts";
import { type CommonEnds, countCommonEnds, itemsByKey } from "./listItems.ts";
import { mergeKeyedList } from "./mergeKeyedList.ts";
import { mergeUnkeyedList } from "./mergeUnkeyedList.ts";
import type { ListMergeOptions, StateMerge, Versions } from "./stateEdit.ts";

/** Depth from which a changed value is taken as a whole, since merging it would exhaust the stack. */
const MAX_MERGE_DEPTH = 500;

/**
 * Merges the user's and the agent's versions of a value. A change by one side is kept; where both changed
 * the same location, the user's change is kept unless `agent-wins`. List items are matched by `id` or `key`,
 * else by position and value.
 *
 * @returns The version of the side that alone changed the value, so that unchanged parts keep their identity.
 */
export function threeWayMerge({ base, mine, theirs }: Versions, merge: StateMerge): unknown {
  if (Object.is(base, mine) || Object.is(mine, theirs)) return theirs;
  if (Object.is(base, theirs)) return mine;
  if (merge.path.length < MAX_MERGE_DEPTH) {
    if (isRecord(mine) && isRecord(theirs) && (base === undefined || isRecord(base))) {
      return mergeRecords({ base: base ?? {}, mine, theirs }, merge);
    }
    if (
      Array.isArray(mine) &&
      Array.isArray(theirs) &&
      (base === undefined || Array.isArray(base))
    ) {
      return mergeLists({ base: base ?? [], mine, theirs }, merge);
    }
  }
  if (isEqual(base, mine) || isEqual(mine, theirs)) return theirs;
  if (isEqual(base, theirs)) return mine;
  // The user edited inside a container that the agent replaced by another type.
  if (isInside(base, mine)) return dropChange(mine, theirs, merge);
  if (merge.conflict === "rebase") return mine;
  return dropChange(mine, theirs, merge);
}

function isInside(base: unknown, mine: unknown): boolean {
  return (isRecord(base) && isRecord(mine)) || (Array.isArray(base) && Array.isArray(mine));
}

/** Records a change of the user that is dropped, and returns the agent's version. */
function dropChange(
  mine: unknown,
  theirs: unknown,
  { path, droppedOperations }: StateMerge,
): unknown {
  const pointer = toPointer(path);
  droppedOperations.push(
    mine === undefined
      ? { op: "remove", path: pointer }
      : { op: "replace", path: pointer, value: mine },
  );
  return theirs;
}

function mergeRecords({ base, mine, theirs }: Versions<UnknownRecord>, merge: StateMerge): unknown {
  const merged: Record<string, unknown> = { ...theirs };
  let isTheirs = true;
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const versions = {
      base: getOwn(base, key),
      mine: getOwn(mine, key),
      theirs: getOwn(theirs, key),
    };
    if (Object.is(versions.base, versions.mine)) continue;
    const inner = { ...merge, path: [...merge.path, key] };
    const value = hasDefined(theirs, key)
      ? mergeField(versions, inner)
      : mergeAbsent(versions, inner);
    if (Object.is(value, versions.theirs)) continue;
    isTheirs = false;
    if (value === undefined) delete merged[key];
    else putOwn(merged, key, value);
  }
  return isTheirs ? theirs : merged;
}

/** Merges a field that the agent's record has. A removal by the user is kept unless `agent-wins`. */
function mergeField(versions: Versions, merge: StateMerge): unknown {
  const { base, mine, theirs } = versions;
  if (mine !== undefined) return threeWayMerge(versions, merge);
  const isContested = merge.conflict === "agent-wins" && !isEqual(base, theirs);
  return isContested ? dropChange(mine, theirs, merge) : undefined;
}

/**
 * Merges a field that the agent's record does not have:
 *
 * | the user | result |
 * | --- | --- |
 * | removed or did not change the field | no field |
 * | added the field, or replaced its value by one of another type | the user's value |
 * | added items to a list | a list of these items |
 * | edited a record | no field, since the rest of the record is missing; the edit is dropped |
 * | edited a record, and the agent started over with a blank state | a record of the edited fields |
 *
 * With `agent-wins`, only an added field is kept.
 */
function mergeAbsent({ base, mine }: Versions, merge: StateMerge): unknown {
  if (mine === undefined || isEqual(base, mine)) return undefined;
  if (base === undefined) return mine;
  if (merge.conflict === "agent-wins") return dropChange(mine, undefined, merge);
  if (!isInside(base, mine)) return mine;
  if (Array.isArray(mine)) {
    const added = threeWayMerge({ base, mine, theirs: [] }, merge);
    return Array.isArray(added) && added.length === 0 ? undefined : added;
  }
  const written = threeWayMerge({ base, mine, theirs: {} }, { ...merge, startsOver: true });
  if (isRecord(written) && Object.keys(written).length === 0) return undefined;
  return merge.startsOver ? written : dropChange(mine, undefined, merge);
}

function mergeLists(lists: Versions<readonly unknown[]>, merge: StateMerge): readonly unknown[] {
  const { base, mine, theirs } = lists;
  const { start, end } = countCommonEnds(lists);
  const mergeAt = (versions: Versions, at: number) =>
    threeWayMerge(versions, { ...merge, path: [...merge.path, String(at)] });
  const mergeEnds = (baseStart: number, mineStart: number) => (item: unknown, at: number) => {
    const versions = { base: base[baseStart + at], mine: mine[mineStart + at], theirs: item };
    // The user changed few of the items.
    return Object.is(versions.base, versions.mine) ? item : mergeAt(versions, mineStart + at);
  };
  const merged = [
    ...theirs.slice(0, start).map(mergeEnds(0, 0)),
    ...mergeBetween(lists, { start, end }, merge, mergeAt),
    ...theirs.slice(theirs.length - end).map(mergeEnds(base.length - end, mine.length - end)),
  ];
  const isTheirs =
    merged.length === theirs.length && merged.every((item, at) => Object.is(item, theirs[at]));
  return isTheirs ? theirs : merged;
}

/** Merges the items between the common ends. */
function mergeBetween(
  lists: Versions<readonly unknown[]>,
  { start, end }: CommonEnds,
  merge: StateMerge,
  mergeAt: (versions: Versions, at: number) => unknown,
): readonly unknown[] {
  const between = (list: readonly unknown[]) => list.slice(start, list.length - end);
  const base = between(lists.base);
  const mine = between(lists.mine);
  const theirs = between(lists.theirs);
  const items: ListMergeOptions = {
    agentWins: merge.conflict === "agent-wins",
    mergeItem: (versions, at) => mergeAt(versions, start + at),
    loseItem(mineItem, at) {
      dropChange(mineItem, undefined, { ...merge, path: [...merge.path, String(start + at)] });
    },
  };
  const keyed = { base: itemsByKey(base), mine: itemsByKey(mine), theirs: itemsByKey(theirs) };
  return keyed.base && keyed.mine && keyed.theirs
    ? mergeKeyedList({ base: keyed.base, mine: keyed.mine, theirs: keyed.theirs }, items)
    : mergeUnkeyedList({ base, mine, theirs }, items);
}
