import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { diff } from "../../reducer/json/diff.ts";
import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import { editStateAsPatch } from "../../reducer/stateUpdates.ts";
import type { ThreadInternals, UndoEntry } from "../thread/threadInternals.ts";

/** Undoes the last edit that can be undone; see `Thread.undoEdit`. */
export function undoEdit(internals: ThreadInternals): boolean {
  const { undoStack, getBaseSnapshot, commit, options } = internals;
  const undone = undoLast(internals);
  undoStack.length = undone?.remaining ?? 0;
  const snapshot = getBaseSnapshot();
  // Subscribers that show `canUndoEdit()` must read it again.
  if (!undone) commit({ ...snapshot });
  // Equal parts keep the agent's identity, so that an edit undone completely leaves no patch to send.
  else {
    const edited = editStateAsPatch(
      snapshot,
      replaceEqualDeep(snapshot.state, undone.state),
      options.conflict,
    );
    commit(edited, "now", omitUndefined({ name: "state" as const, conflict: options.conflict }));
  }
  return undone !== undefined;
}

/** Drops the edits that no run has sent; see `Thread.discardEdits`. */
export function discardEdits({ undoStack, getBaseSnapshot, commit }: ThreadInternals): void {
  undoStack.length = 0;
  const snapshot = getBaseSnapshot();
  const { blankState } = snapshot.tracking;
  // The state before the blank one was sent to the agent, which has not answered with content yet.
  const visibleState = blankState.kind === "undecided" ? blankState.stateBefore : snapshot.state;
  commit({ ...snapshot, visibleState, edits: [] });
}

/** Clears the list of dropped edits; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits({ getBaseSnapshot, commit }: ThreadInternals): void {
  commit({ ...getBaseSnapshot(), droppedEdits: [] });
}

/** Maximum pause between characters that are undone together, in milliseconds. */
const TYPING_MS = 1000;

/** State without the last edit that can be undone. */
interface Undone {
  /** The state after undoing. */
  readonly state: unknown;
  /** Number of entries left on the undo stack. */
  readonly remaining: number;
}

/** Returns the state without the last edit, or the last typed text; `undefined` when the agent has overwritten every edit. */
function undoLast(internals: ThreadInternals): Undone | undefined {
  const { undoStack } = internals;
  const { visibleState } = internals.getBaseSnapshot();
  for (let remaining = undoStack.length; remaining > 0; ) {
    let state = visibleState;
    let entry: UndoEntry | undefined;
    do {
      entry = undoStack[--remaining];
      if (entry) state = revertEdit(entry, state);
    } while (entry && continuesTyping(undoStack[remaining - 1], entry));
    if (!Object.is(state, visibleState)) return { state, remaining };
  }
  return undefined;
}

/**
 * Returns a state without one edit. Where the agent has changed the same part since, the agent's
 * value stays.
 */
function revertEdit([before, after]: UndoEntry, state: unknown): unknown {
  return threeWayMerge(
    { base: after, mine: before, theirs: state },
    { conflict: "agent-wins", path: [], droppedOperations: [] },
  );
}

const canUndoCache = new WeakMap<
  object,
  { readonly inputs: readonly unknown[]; readonly result: boolean }
>();

/** True when an edit can be undone. */
export function canUndo(internals: ThreadInternals): boolean {
  const { undoStack, getBaseSnapshot } = internals;
  if (undoStack.length === 0) return false;
  const inputs = [getBaseSnapshot().visibleState, undoStack.at(-1)];
  const cached = canUndoCache.get(internals);
  if (cached?.inputs.every((value, at) => Object.is(value, inputs[at]))) return cached.result;
  const result = undoLast(internals) !== undefined;
  canUndoCache.set(internals, { inputs, result });
  return result;
}

/** True when an edit continues the typing of an earlier edit: in the same text, soon after it. */
function continuesTyping(earlier: UndoEntry | undefined, entry: UndoEntry): boolean {
  const [, , editedAt] = entry;
  if (!earlier || editedAt - earlier[2] > TYPING_MS) return false;
  const path = typedPathOf(entry);
  return path !== undefined && typedPathOf(earlier) === path;
}

const typedPaths = new WeakMap<object, string | undefined>();

/**
 * Returns the JSON Pointer of the text that an edit typed into or deleted from; `undefined` for any
 * other edit.
 */
function typedPathOf(edit: UndoEntry): string | undefined {
  if (!typedPaths.has(edit)) typedPaths.set(edit, findTypedPath(edit));
  return typedPaths.get(edit);
}

function findTypedPath([before, after]: UndoEntry): string | undefined {
  const [forward, ...others] = diff(before, after);
  const [backward] = diff(after, before);
  const isSingleReplace =
    others.length === 0 && forward?.op === "replace" && backward?.op === "replace";
  return isSingleReplace && isTypedChange(backward.value, forward.value) ? forward.path : undefined;
}

/** True when one text is the other with one insertion. */
function isTypedChange(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  // A text that appears at once was not typed.
  if (short === "" && long.length > 1) return false;
  return long.endsWith(short.slice(start));
}
