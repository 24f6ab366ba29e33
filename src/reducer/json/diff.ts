import type { JsonPatch, JsonPatchOperation } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { hasDefined } from "../ownProperty.ts";
import { isSameItem, listItemKey } from "../rebase/listItems.ts";
import { toPointer } from "./jsonPointer.ts";

/** Depth from which a value is not walked, since walking it would exhaust the stack. */
const MAX_DIFF_DEPTH = 500;

/**
 * Computes the JSON Patch (RFC 6902) that turns one JSON value into another. Skips subtrees that both
 * share, so the cost depends on what changed. Matches list items by identity, else by `id` or `key`.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc6902
 */
export function diff(before: unknown, after: unknown): JsonPatch {
  const patch: JsonPatchOperation[] = [];
  compare(before, after, "", 0, patch);
  return patch;
}

function compare(
  before: unknown,
  after: unknown,
  path: string,
  depth: number,
  patch: JsonPatchOperation[],
): void {
  if (Object.is(before, after)) return;
  const isShallow = depth < MAX_DIFF_DEPTH;
  if (isShallow && Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, depth + 1, patch);
  } else if (isShallow && isRecord(before) && isRecord(after)) {
    compareRecords(before, after, path, depth + 1, patch);
  } else patch.push({ op: "replace", path, value: withoutUndefined(after) });
}

function compareRecords(
  before: UnknownRecord,
  after: UnknownRecord,
  path: string,
  depth: number,
  patch: JsonPatchOperation[],
): void {
  for (const key of Object.keys(before)) {
    if (hasDefined(before, key) && !hasDefined(after, key)) {
      patch.push({ op: "remove", path: path + toPointer([key]) });
    }
  }
  for (const key of Object.keys(after)) {
    if (!hasDefined(after, key)) continue;
    const fieldPath = path + toPointer([key]);
    if (hasDefined(before, key)) compare(before[key], after[key], fieldPath, depth, patch);
    else patch.push({ op: "add", path: fieldPath, value: withoutUndefined(after[key]) });
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  depth: number,
  patch: JsonPatchOperation[],
): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameItem(before[start], after[start])) start++;
  let end = 0;
  const isSameFromEnd = () => isSameItem(before.at(-1 - end), after.at(-1 - end));
  while (end < shorter - start && isSameFromEnd()) end++;

  const compareAt = (at: number, other: number) =>
    compare(before[at], after[other], `${path}/${at}`, depth, patch);
  for (let at = 0; at < start; at++) compareAt(at, at);
  // Comes before the operations that shift positions.
  for (let back = end; back > 0; back--) compareAt(before.length - back, after.length - back);

  const last = { before: before.length - end, after: after.length - end };
  const both = Math.min(last.before, last.after);
  for (let at = start; at < both; at++) {
    const isKeyed = listItemKey(before[at]) !== undefined || listItemKey(after[at]) !== undefined;
    // Another key at the same position means another item, not a changed one.
    if (isKeyed)
      patch.push({ op: "replace", path: `${path}/${at}`, value: withoutUndefined(after[at]) });
    else compareAt(at, at);
  }
  for (let at = last.before - 1; at >= both; at--)
    patch.push({ op: "remove", path: `${path}/${at}` });
  for (let at = both; at < last.after; at++) {
    patch.push({ op: "add", path: `${path}/${at}`, value: withoutUndefined(after[at]) });
  }
}

/** Returns a value as JSON would transmit it: without fields that are `undefined`. Returns the value itself when it has none. */
function withoutUndefined(value: unknown, depth = 0): unknown {
  if (depth > MAX_DIFF_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withoutUndefined(item, depth + 1) ?? null);
    return items.every((item, at) => Object.is(item, value[at])) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const fields = entries.flatMap(([key, field]): [string, unknown][] =>
    field === undefined ? [] : [[key, withoutUndefined(field, depth + 1)]],
  );
  const isSame =
    fields.length === entries.length && fields.every(([, field], at) => field === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(fields);
}
