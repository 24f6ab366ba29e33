import type { JsonPatchOperation } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { diff } from "../json/diff.ts";
import { applyJsonPatch } from "../json/jsonPatch.ts";
import { replaceEqualDeep } from "../replaceEqualDeep.ts";
import type { DroppedEdit, StateConflict, StateEdit } from "./stateEdit.ts";
import { threeWayMerge } from "./threeWayMerge.ts";

/** Edits rebased on a state that the agent sent. */
interface Rebased {
  readonly edits: readonly StateEdit[];
  readonly dropped: readonly DroppedEdit[];
  /** The state of the agent with the edits applied. */
  readonly visible: unknown;
}

/** The state after each edit, so that its patch is not applied again with every event. */
const stateByEdit = new WeakMap<StateEdit, unknown>();

/** True for an edit that replaces the whole state, as `editState` records it. */
function replacesWholeState({ patch }: StateEdit): boolean {
  return patch.length === 1 && patch[0]?.op === "replace" && patch[0].path === "";
}

/** Returns the state after an edit. */
function stateAfterEdit(edit: StateEdit): unknown {
  const { base, patch } = edit;
  const [only] = patch;
  if (replacesWholeState(edit) && only?.op === "replace") return only.value;
  if (!stateByEdit.has(edit)) {
    try {
      stateByEdit.set(edit, applyJsonPatch(base, patch));
    } catch {
      // The patch names a key that no patch may change, such as `__proto__`.
      stateByEdit.set(edit, base);
    }
  }
  return stateByEdit.get(edit);
}

function createEdit(base: unknown, mine: unknown, conflict: StateConflict): StateEdit {
  const edit = { patch: diff(base, mine), base, conflict };
  stateByEdit.set(edit, mine);
  return edit;
}

/**
 * Adds an edit. Consecutive edits without an event between them become one.
 *
 * @param base - The visible state before the edit, which includes the earlier edits.
 */
export function addEdit(
  edits: readonly StateEdit[],
  base: unknown,
  mine: unknown,
  conflict: StateConflict,
): readonly StateEdit[] {
  const last = edits.at(-1);
  const others = edits.slice(0, -1);
  if (last?.conflict === conflict && Object.is(stateAfterEdit(last), base)) {
    const joined = createEdit(last.base, mine, conflict);
    return joined.patch.length > 0 ? [...others, joined] : others;
  }
  const edit = createEdit(base, mine, conflict);
  return edit.patch.length > 0 ? [...edits, edit] : edits;
}

/** @internal True for `null` and for an empty object, with which some servers begin each run. */
export function isBlankState(state: unknown): boolean {
  return state === null || (isRecord(state) && Object.keys(state).length === 0);
}

/**
 * Applies edits to a state that the agent sent. Drops the parts of edits that do not fit and keeps the rest.
 * A blank state drops nothing.
 *
 * @param shown - The visible state before; its unchanged parts keep their identity.
 */
export function rebaseEdits(
  edits: readonly StateEdit[],
  agentState: unknown,
  shown?: unknown,
): Rebased {
  const remaining: StateEdit[] = [];
  const dropped: DroppedEdit[] = [];
  const startsOver = isBlankState(agentState);
  // `null` has no fields to which the edits could apply.
  let visible = agentState === null && edits.some(({ base }) => isRecord(base)) ? {} : agentState;
  for (const edit of edits) {
    const { base, conflict } = edit;
    const droppedOperations: JsonPatchOperation[] = [];
    const theirs = visible;
    visible = threeWayMerge(
      { base, mine: stateAfterEdit(edit), theirs },
      { conflict, path: [], droppedOperations, startsOver },
    );
    if (startsOver) {
      remaining.push(edit);
      continue;
    }
    // Its patch has only the fields that differ, where the edit has replaced the whole state.
    const minimalEdit = replacesWholeState(edit)
      ? createEdit(base, stateAfterEdit(edit), conflict)
      : edit;
    if (droppedOperations.length > 0) {
      dropped.push({
        patch: droppedOperations,
        reason: conflict === "agent-wins" ? conflict : "gone",
      });
    }
    // An edit that changes nothing is already in the agent's state.
    if (!Object.is(visible, theirs))
      remaining.push(
        droppedOperations.length > 0 ? createEdit(theirs, visible, conflict) : minimalEdit,
      );
  }
  const [first, ...others] = remaining;
  const haveSameConflict = first && others.every(({ conflict }) => conflict === first.conflict);
  // Joins the edits, so that typing during a run does not make a growing list.
  const mustJoin = haveSameConflict && others.length > 0 && !startsOver;
  return {
    edits: mustJoin ? [createEdit(agentState, visible, first.conflict)] : remaining,
    dropped,
    visible: replaceEqualDeep(shown, visible),
  };
}
