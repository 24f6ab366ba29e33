import { isRecord } from "../../protocol/isRecord.ts";
import { toPointer } from "../pointer.ts";
import { getOwn, putOwn } from "../records.ts";
import { has, isEqual } from "./isEqual.ts";
import { mergeNamed } from "./mergeNamed.ts";
import { mergeUnnamed } from "./mergeUnnamed.ts";
import { keysOf } from "./namedItems.ts";
import type { Merging, Versions } from "./versions.ts";

/** Deeper than this, what a person changed is taken as a whole: merging would exhaust the stack. */
const MAX_DEPTH = 500;

/**
 * Brings together what a person and an agent have made of one value. Where only one of them changed
 * something, that stands; where both did, the person's stands unless the agent is to win. Items of
 * lists are followed by their `id` or `key`, else by their place and value.
 *
 * @returns The very value of whoever changed it alone, so that what did not change keeps its identity.
 */
export function merge({ base, mine, theirs }: Versions, merging: Merging): unknown {
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
  if (mine !== undefined) return merge(versions, merging);
  const isContested = merging.conflict === "agent-wins" && !isEqual(base, theirs);
  return isContested ? lose(mine, theirs, merging) : undefined;
}

/**
 * A field that the agent does not have, because it took it away or started over. What the person wrote
 * inside of it outlives that, and nothing else of it comes back.
 */
function mergeAbsent({ base, mine }: Versions, merging: Merging): unknown {
  if (mine === undefined || isEqual(base, mine)) return undefined;
  if (base === undefined) return mine;
  if (merging.conflict === "agent-wins") return lose(mine, undefined, merging);
  if (!isInside(base, mine)) return mine;
  const rest = merge({ base, mine, theirs: Array.isArray(mine) ? [] : {} }, merging);
  return isRecord(rest) && Object.keys(rest).length === 0 ? undefined : emptyToNone(rest);
}

const emptyToNone = (value: unknown) =>
  Array.isArray(value) && value.length === 0 ? undefined : value;

function mergeLists(
  { base, mine, theirs }: Versions<readonly unknown[]>,
  merging: Merging,
): readonly unknown[] {
  const names = { base: keysOf(base), mine: keysOf(mine), theirs: keysOf(theirs) };
  const mergeItem = (versions: Versions, at: number) =>
    merge(versions, { ...merging, path: [...merging.path, String(at)] });
  const loseItem = (mineItem: unknown, at: number) => {
    lose(mineItem, undefined, { ...merging, path: [...merging.path, String(at)] });
  };
  const items = { mergeItem, loseItem, agentWins: merging.conflict === "agent-wins" };
  const merged =
    names.base && names.mine && names.theirs
      ? mergeNamed({ base: names.base, mine: names.mine, theirs: names.theirs }, items)
      : mergeUnnamed({ base, mine, theirs }, items);
  const isTheirs =
    merged.length === theirs.length && merged.every((item, at) => Object.is(item, theirs[at]));
  return isTheirs ? theirs : merged;
}
