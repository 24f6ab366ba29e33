import { diff } from "../../reducer/json/diff.ts";
import { threeWayMerge } from "../../reducer/rebase/threeWayMerge.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import type { UndoEntry } from "../thread/threadInternals.ts";

/** Letters that are typed in one place, each at most this long after the other, are one edit to take back. */
const TYPING_MS = 1000;

/** What the state is without the last edit that can be taken back, and how many are left before it. */
export interface TakenBack<TState> {
  readonly state: TState;
  readonly left: number;
}

/** Finds what taking back would do; `undefined` when the agent has overtaken all there is. */
export function undoLast<TState>(core: ThreadCore<TState>): TakenBack<TState> | undefined {
  const { undoStack } = core;
  const { visibleState } = core.getSnapshot();
  for (let left = undoStack.length; left > 0; ) {
    let state = visibleState;
    let later: UndoEntry<TState> | undefined;
    do {
      later = undoStack[--left];
      if (later) state = without(later, state);
    } while (later && isTypedOn(undoStack[left - 1], later));
    if (!Object.is(state, visibleState)) return { state, left };
  }
  return undefined;
}

/** Without one edit; where the agent has changed the same since, nothing is left of it to take back. */
function without<TState>([before, after]: UndoEntry<TState>, state: TState): TState {
  const undone = threeWayMerge(
    { base: after, mine: before, theirs: state },
    { conflict: "agent-wins", path: [], lost: [] },
  );
  // Three states of one type make one of that type.
  return undone as TState;
}

const answers = new WeakMap<
  object,
  { readonly about: readonly unknown[]; readonly can: boolean }
>();

/** Whether there is an edit to take back. */
export function canUndo<TState>(core: ThreadCore<TState>): boolean {
  const { undoStack, getSnapshot } = core;
  if (undoStack.length === 0) return false;
  const about = [getSnapshot().visibleState, undoStack.at(-1)];
  const known = answers.get(core);
  if (known?.about.every((one, at) => Object.is(one, about[at]))) return known.can;
  const can = undoLast(core) !== undefined;
  answers.set(core, { about, can });
  return can;
}

/** Whether two edits are letters of one text. */
function isTypedOn<TState>(
  earlier: UndoEntry<TState> | undefined,
  later: UndoEntry<TState>,
): boolean {
  if (!earlier || later[2] - earlier[2] > TYPING_MS) return false;
  const place = placeTyped(later);
  return place !== undefined && placeTyped(earlier) === place;
}

const places = new WeakMap<object, string | undefined>();

/** The place of an edit that put letters into a text, or took some out; `undefined` for any other. */
function placeTyped<TState>(edit: UndoEntry<TState>): string | undefined {
  if (!places.has(edit)) places.set(edit, findPlace(edit));
  return places.get(edit);
}

function findPlace<TState>([before, after]: UndoEntry<TState>): string | undefined {
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
