import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { diff } from "../../reducer/json/diff.ts";
import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { editStateAsPatch } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals, UndoEntry } from "../thread/threadInternals.ts";

/** Undoes the last edit that can be undone; see `Thread.undoEdit`. */
export function undoEdit(internals: ThreadInternals): boolean {
  const { undoStack, getSnapshot, commit, options } = internals;
  const undone = undoLast(internals);
  undoStack.length = undone?.remaining ?? 0;
  const snapshot = getSnapshot();
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
export function discardEdits({ undoStack, getSnapshot, commit }: ThreadInternals): void {
  undoStack.length = 0;
  const snapshot = getSnapshot();
  const { blankStateBackup } = snapshot.tracking;
  // The backup is the state that was sent to the agent, which has not answered with a state yet.
  const visibleState = blankStateBackup ? blankStateBackup.state : snapshot.state;
  commit({ ...snapshot, visibleState, edits: [] });
}

/** Clears the list of dropped edits; see `Thread.dismissDroppedEdits`. */
export function dismissDroppedEdits({ getSnapshot, commit }: ThreadInternals): void {
  commit({ ...getSnapshot(), droppedEdits: [] });
}

/** Letters that are typed in one place, each at most this long after the other, are one edit to take back. */
const TYPING_MS = 1000;

/** What the state is without the last edit that can be taken back, and how many are left before it. */
interface Undone {
  readonly state: unknown;
  /** Number of entries left on the undo stack. */
  readonly remaining: number;
}

/** Finds what taking back would do; `undefined` when the agent has overtaken all there is. */
export function undoLast(internals: ThreadInternals): Undone | undefined {
  const { undoStack } = internals;
  const { visibleState } = internals.getSnapshot();
  for (let left = undoStack.length; left > 0; ) {
    let state = visibleState;
    let later: UndoEntry | undefined;
    do {
      later = undoStack[--left];
      if (later) state = without(later, state);
    } while (later && isTypedOn(undoStack[left - 1], later));
    if (!Object.is(state, visibleState)) return { state, remaining: left };
  }
  return undefined;
}

/** Without one edit; where the agent has changed the same since, nothing is left of it to take back. */
function without([before, after]: UndoEntry, state: unknown): unknown {
  return threeWayMerge(
    { base: after, mine: before, theirs: state },
    { conflict: "agent-wins", path: [], lost: [] },
  );
}

const answers = new WeakMap<
  object,
  { readonly about: readonly unknown[]; readonly can: boolean }
>();

/** Whether there is an edit to take back. */
export function canUndo(internals: ThreadInternals): boolean {
  const { undoStack, getSnapshot } = internals;
  if (undoStack.length === 0) return false;
  const about = [getSnapshot().visibleState, undoStack.at(-1)];
  const known = answers.get(internals);
  if (known?.about.every((one, at) => Object.is(one, about[at]))) return known.can;
  const can = undoLast(internals) !== undefined;
  answers.set(internals, { about, can });
  return can;
}

/** Whether two edits are letters of one text. */
function isTypedOn(earlier: UndoEntry | undefined, later: UndoEntry): boolean {
  if (!earlier || later[2] - earlier[2] > TYPING_MS) return false;
  const place = placeTyped(later);
  return place !== undefined && placeTyped(earlier) === place;
}

const places = new WeakMap<object, string | undefined>();

/** The place of an edit that put letters into a text, or took some out; `undefined` for any other. */
function placeTyped(edit: UndoEntry): string | undefined {
  if (!places.has(edit)) places.set(edit, findPlace(edit));
  return places.get(edit);
}

function findPlace([before, after]: UndoEntry): string | undefined {
  const [there, ...others] = diff(before, after);
  const [back] = diff(after, before);
  const isOne = others.length === 0 && there?.op === "replace" && back?.op === "replace";
  return isOne && isTyping(back.value, there.value) ? there.path : undefined;
}

/** Whether one text is the other with a piece put in. */
function isTyping(a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  // What comes out of nothing in one piece was not typed.
  if (short === "" && long.length > 1) return false;
  return long.endsWith(short.slice(start));
}
