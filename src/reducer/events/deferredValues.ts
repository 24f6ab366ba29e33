import { getOwn } from "../ownProperty.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { resolveCall } from "./identity/callIds.ts";
import { resolveMessage } from "./identity/messageIds.ts";

/** Kinds of entities that encrypted values name. */
type ValueKind = "message" | "tool-call";

/**
 * Stores an encrypted value on the message or tool call it names; returns false when that does not exist.
 * An activity has no field for an encrypted value.
 */
export function attachEncryptedValue(
  draft: SnapshotDraft,
  subtype: string,
  entityId: string,
  value: string,
): boolean {
  if (subtype === "tool-call") {
    const call = draft.ownToolCall(resolveCall(draft, entityId));
    if (call) call.encryptedValue = value;
    return call !== undefined;
  }
  // A message of the run may have another id than its server id.
  const position = draft.findPosition(resolveMessage(draft, entityId));
  if (draft.snapshot.messages[position]?.role === "activity") return true;
  const message = draft.ownMessage(position);
  // Repeats the check above for the compiler.
  if (!message || message.role === "activity") return false;
  message.encryptedValue = value;
  return true;
}

/** Prefix of the keys of values for the next entity with an id that a known one has. */
const NEXT = "next-";

/**
 * Returns the key of a deferred value.
 *
 * @param isNext - True when an entity with the id is known, which is likely not the one that the value belongs to.
 */
export function deferredKey(kind: ValueKind, entityId: string, isNext: boolean): string {
  return `${isNext ? NEXT : ""}${kind}:${entityId}`;
}

/**
 * Stores a deferred value at the end of a run. Returns false when its entity never arrived. The value of a known
 * entity that a messages snapshot has dropped since is dropped as well.
 */
export function flushDeferredValue(draft: SnapshotDraft, key: string, value: string): boolean {
  const isNext = key.startsWith(NEXT);
  const { kind, entityId } = parseDeferredKey(isNext ? key.slice(NEXT.length) : key);
  return attachEncryptedValue(draft, kind, entityId, value) || isNext;
}

/** Returns the kind and the id of the entity that the key of a deferred value names. */
export function parseDeferredKey(key: string): { kind: string; entityId: string } {
  const colon = key.indexOf(":");
  return { kind: key.slice(0, colon), entityId: key.slice(colon + 1) };
}

/** Stores the values that arrived before the message or call that starts. */
export function attachDeferredValue(draft: SnapshotDraft, kind: ValueKind, entityId: string): void {
  for (const isNext of [false, true]) {
    const key = deferredKey(kind, entityId, isNext);
    const value = getOwn(draft.tracking.deferredValues, key);
    if (value !== undefined && attachEncryptedValue(draft, kind, entityId, value))
      draft.putTracking("deferredValues", key, undefined);
  }
}
