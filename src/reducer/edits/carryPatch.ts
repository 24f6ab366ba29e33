import type { JsonPatch, JsonPatchOperation } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { applyJsonPatch } from "../patch.ts";
import { pathOf, toPointer } from "../pointer.ts";
import { getOwn } from "../records.ts";
import { share } from "../share.ts";
import { isSameItem, keyOf } from "./isSameItem.ts";

/** An edit, carried from the document it was made on to another. */
export interface CarriedPatch {
  readonly patch: JsonPatch;
  /** The document it was made on, after it. */
  readonly base: unknown;
  /** The other document, after it. */
  readonly document: unknown;
  /** Whether the other document differed at a place where it writes. */
  readonly isContested: boolean;
}

const isEqual = (a: unknown, b: unknown) => Object.is(share(a, b), a);

class Gone extends Error {}

/**
 * Carries a patch that was made on one document over to another. Items of lists are found where they
 * are now, by `id` or `key`, else by their value; records that are missing on the way are made, so
 * that what a person wrote outlives a server that starts over with `{}`.
 *
 * @param patch - Of `add`, `remove` and `replace` alone, as `createPatch` makes it.
 * @throws when something it is about is gone
 */
export function carryPatch(patch: JsonPatch, from: unknown, to: unknown): CarriedPatch {
  let base = from;
  let document = to;
  let isContested = false;
  const carried: JsonPatchOperation[] = [];
  for (const operation of patch) {
    const found = place(operation, base, document);
    isContested ||= found.isContested;
    base = applyJsonPatch(base, [operation]);
    document = applyJsonPatch(document, found.patch);
    carried.push(...found.patch);
  }
  return { patch: carried, base, document, isContested };
}

interface Place {
  readonly patch: JsonPatch;
  readonly isContested: boolean;
}

/** Finds out what one operation of `base` is in the other document. */
function place(operation: JsonPatchOperation, base: unknown, document: unknown): Place {
  const keys = pathOf(operation.path);
  const last = keys.pop();
  if (last === undefined) {
    return { patch: [operation], isContested: !isEqual(base, document) };
  }
  const made: JsonPatchOperation[] = [];
  const path: string[] = [];
  let from = base;
  let to = document;
  for (const key of keys) {
    if (Array.isArray(from)) {
      const at = findItem(from, Number(key), to);
      path.push(String(at));
      from = from[Number(key)];
      to = (to as readonly unknown[])[at];
      continue;
    }
    if (!isRecord(from) || !isRecord(to)) throw new Gone();
    path.push(key);
    from = getOwn(from, key);
    if (!Object.hasOwn(to, key)) {
      to = Array.isArray(from) ? [] : {};
      made.push({ op: "add", path: toPointer(path), value: to });
    } else to = getOwn(to, key);
  }
  const end = Array.isArray(from)
    ? placeInList(operation, from, Number(last), to)
    : placeInRecord(operation, from, last, to);
  const moved =
    end.key === undefined ? [] : [{ ...end.operation, path: toPointer([...path, end.key]) }];
  return {
    patch: [...made, ...moved],
    isContested: end.isContested || (made.length > 0 && operation.op !== "add"),
  };
}

interface End {
  readonly operation: JsonPatchOperation;
  /** Where it goes; absent when there is nothing left to do. */
  readonly key?: string;
  readonly isContested: boolean;
}

function placeInRecord(
  operation: JsonPatchOperation,
  from: unknown,
  key: string,
  to: unknown,
): End {
  if (!isRecord(from) || !isRecord(to)) throw new Gone();
  const isContested = !isEqual(getOwn(from, key), getOwn(to, key));
  if (operation.op === "remove") {
    return { operation, isContested, ...(Object.hasOwn(to, key) && { key }) };
  }
  // What the agent has removed meanwhile is there again.
  return { operation: { ...operation, op: "add" } as JsonPatchOperation, key, isContested };
}

function placeInList(
  operation: JsonPatchOperation,
  from: readonly unknown[],
  at: number,
  to: unknown,
): End {
  if (operation.op === "add") {
    return { operation, key: String(findGap(from, at, to)), isContested: false };
  }
  const found = findItem(from, at, to);
  const isContested = !isEqual(from[at], (to as readonly unknown[])[found]);
  return { operation, key: String(found), isContested };
}

/** Where an item of one list is in the other: by its name, else by its value; -1 when it is gone. */
function search(from: readonly unknown[], at: number, to: readonly unknown[]): number {
  const item = from[at];
  if (at < to.length && isSameItem(item, to[at])) return at;
  const isNamed = keyOf(item) !== undefined;
  return to.findIndex((other) => (isNamed ? isSameItem(item, other) : isEqual(item, other)));
}

/** Where an item of one list is in the other. @throws when it is gone, or the other is no list */
function findItem(from: readonly unknown[], at: number, to: unknown): number {
  if (!Array.isArray(to)) throw new Gone();
  const found = search(from, at, to);
  if (found !== -1) return found;
  // In a list that is as long as it was, the agent has changed the item and not moved it.
  if (keyOf(from[at]) === undefined && from.length === to.length) return at;
  throw new Gone();
}

/** Where a new item goes: behind the one it was put behind, else in front of the one it was before. */
function findGap(from: readonly unknown[], at: number, to: unknown): number {
  if (!Array.isArray(to)) throw new Gone();
  if (at === from.length) return to.length;
  if (at === 0) return 0;
  const before = search(from, at - 1, to);
  if (before !== -1) return before + 1;
  const after = search(from, at, to);
  return after === -1 ? Math.min(at, to.length) : after;
}
