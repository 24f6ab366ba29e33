import type { JsonPatchOperation } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { diff } from "../json/diff.ts";
import { applyJsonPatch } from "../json/jsonPatch.ts";
import { replaceEqualDeep } from "../structuralSharing.ts";
import type { DroppedEdit, StateConflict, StateEdit } from "./stateEdit.ts";
import { threeWayMerge } from "./threeWayMerge.ts";

/** What is left of edits on another state. */
export interface Rebased {
  readonly edits: readonly StateEdit[];
  readonly dropped: readonly DroppedEdit[];
  /** The other state with the edits on top. */
  readonly visible: unknown;
}

/** What edits have made, so that a patch is not applied again with every event. */
const made = new WeakMap<StateEdit, unknown>();

/** Whether it says all of the state, as edits do that came before this code was loaded. */
function isWhole({ patch }: StateEdit): boolean {
  return patch.length === 1 && patch[0]?.op === "replace" && patch[0].path === "";
}

/** What a person made with an edit. */
function mineOf(edit: StateEdit): unknown {
  const { base, patch } = edit;
  const [only] = patch;
  if (isWhole(edit) && only?.op === "replace") return only.value;
  if (!made.has(edit)) {
    try {
      made.set(edit, applyJsonPatch(base, patch));
    } catch {
      // What no patch may touch, `__proto__` for instance.
      made.set(edit, base);
    }
  }
  return made.get(edit);
}

function createEdit(base: unknown, mine: unknown, conflict: StateConflict): StateEdit {
  const edit = { patch: diff(base, mine), base, conflict };
  made.set(edit, mine);
  return edit;
}

/**
 * Adds an edit to those there are. Edits that nothing has come between are one.
 *
 * @param base - What the person saw, which is what the edits before have made of the state.
 */
export function addEdit(
  edits: readonly StateEdit[],
  base: unknown,
  mine: unknown,
  conflict: StateConflict,
): readonly StateEdit[] {
  const last = edits.at(-1);
  const others = edits.slice(0, -1);
  if (last?.conflict === conflict && Object.is(mineOf(last), base)) {
    const joined = createEdit(last.base, mine, conflict);
    return joined.patch.length > 0 ? [...others, joined] : others;
  }
  const edit = createEdit(base, mine, conflict);
  return edit.patch.length > 0 ? [...edits, edit] : edits;
}

/** @internal Whether a state says nothing yet, as that with which some servers open each run. */
export function isBlank(state: unknown): boolean {
  return state === null || (isRecord(state) && Object.keys(state).length === 0);
}

/**
 * Lays edits on top of a state that the agent has sent. What does not fit it is given up, and the rest
 * of the edit stays; a state that says nothing yet decides nothing.
 *
 * @param shown - What was visible before, the parts of which keep their identity.
 */
export function rebaseEdits(edits: readonly StateEdit[], to: unknown, shown?: unknown): Rebased {
  const kept: StateEdit[] = [];
  const dropped: DroppedEdit[] = [];
  const startsOver = isBlank(to);
  // There is no place in `null` for what was edited.
  let visible = to === null && edits.some(({ base }) => isRecord(base)) ? {} : to;
  for (const edit of edits) {
    const { base, conflict } = edit;
    const lost: JsonPatchOperation[] = [];
    const theirs = visible;
    visible = threeWayMerge(
      { base, mine: mineOf(edit), theirs },
      { conflict, path: [], lost, startsOver },
    );
    if (startsOver) {
      kept.push(edit);
      continue;
    }
    const precise = isWhole(edit) ? createEdit(base, mineOf(edit), conflict) : edit;
    if (lost.length > 0) {
      dropped.push({ patch: lost, reason: conflict === "agent-wins" ? conflict : "gone" });
    }
    // Otherwise the agent has it already.
    if (!Object.is(visible, theirs))
      kept.push(lost.length > 0 ? createEdit(theirs, visible, conflict) : precise);
  }
  const [first, ...others] = kept;
  const isOne = first && others.every(({ conflict }) => conflict === first.conflict);
  // Many edits are one from here on, however many were typed while the agent goes on.
  const joined = isOne && others.length > 0 && !startsOver;
  return {
    edits: joined ? [createEdit(to, visible, first.conflict)] : kept,
    dropped,
    visible: replaceEqualDeep(shown, visible),
  };
}
