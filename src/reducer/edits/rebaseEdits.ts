import type { JsonPatch } from "../../protocol/events.ts";
import { applyJsonPatch } from "../patch.ts";
import { carryPatch } from "./carryPatch.ts";
import { createPatch } from "./createPatch.ts";
import type { DroppedEdit, StateEdit } from "./stateEdit.ts";

/** What is left of edits on another state. */
export interface Rebased {
  readonly edits: readonly StateEdit[];
  readonly dropped: readonly DroppedEdit[];
  /** The other state with the edits on top. */
  readonly visible: unknown;
}

/**
 * An edit as it came: everything replaced by what was set. Only what differs is the person's.
 * Until the agent sends a state nobody needs to know, so it is found out here.
 */
function narrow(patch: JsonPatch, base: unknown): JsonPatch {
  const [only] = patch;
  const isWhole = patch.length === 1 && only?.op === "replace" && only.path === "";
  return isWhole ? createPatch(base, only.value) : patch;
}

/** Lays edits that were made on one state on top of another, each as a whole or not at all. */
export function rebaseEdits(from: unknown, edits: readonly StateEdit[], to: unknown): Rebased {
  const kept: StateEdit[] = [];
  const dropped: DroppedEdit[] = [];
  let base = from;
  let visible = to;
  for (const { patch: made, conflict } of edits) {
    const patch = narrow(made, base);
    try {
      const carried = carryPatch(patch, base, visible);
      base = carried.base;
      if (carried.isContested && conflict === "agent-wins") {
        dropped.push({ patch, conflict, reason: "agent-wins" });
      } else {
        visible = carried.document;
        if (carried.patch.length > 0) merge(kept, { patch: carried.patch, conflict });
      }
    } catch {
      dropped.push({ patch, conflict, reason: "gone" });
      base = applyIfPossible(base, patch);
    }
  }
  return { edits: kept, dropped, visible };
}

/** The state after an edit that was dropped, which others may have been made on. */
function applyIfPossible(base: unknown, patch: JsonPatch): unknown {
  try {
    return applyJsonPatch(base, patch);
  } catch {
    // What no patch may touch, `__proto__` for instance.
    return base;
  }
}

/** Adds an edit; one that sets what the last one set takes its place, as letters typed one by one. */
function merge(edits: StateEdit[], edit: StateEdit): void {
  const last = edits.at(-1);
  const isAgain = last?.conflict === edit.conflict && pathOfSet(last) === pathOfSet(edit);
  if (isAgain && pathOfSet(edit) !== undefined) edits.pop();
  edits.push(edit);
}

/** The field of a record that an edit sets and nothing else; a position in a list may be another item. */
function pathOfSet({ patch }: StateEdit): string | undefined {
  const [only] = patch;
  const isSet = patch.length === 1 && (only?.op === "add" || only?.op === "replace");
  return isSet && !/\/\d+$/.test(only.path) ? only.path : undefined;
}
