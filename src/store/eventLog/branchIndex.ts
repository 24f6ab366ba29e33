import type { BranchInfo } from "../../reducer/snapshot.ts";
import { branchPathTo, includesPosition, type Jump } from "./branchPath.ts";
import type { LogOutline } from "./logOutline.ts";

/*
 * Finds the branches of a log. A position is a number of entries: position 2 is the moment after the entries 0 and 1,
 * before entry 2. A jump continues the log from an earlier position.
 *
 * Example, where a line stands for one entry:
 *
 *     0  user message u1 with its reply a1
 *     1  user message u2 with its reply a2
 *     2  jump to position 1, after a1       u2 is replaced
 *     3  user message u3 with its reply a3
 *     4  jump to position 2                 the branch of u2 is shown again, as it was when the user left it
 *
 * - Two branches follow a1. They start with the entries 1 and 3, so `branchesAt` returns `a1 → [1, 3]`.
 * - The path to the end of the log, position 5, has the entries 0 and 1. It contains the first start, so the branch of u2 is
 *   visible.
 * - The tip of the branch of u3 is position 4, where the user left it.
 * - The next entry would be entry 5, and would follow a2.
 */

/** Branches after one message: the position of the first entry of each, in order. */
type BranchStarts = readonly number[];

function isJumpAt(jumps: readonly Jump[], position: number): boolean {
  return jumps.some((jump) => jump.position === position);
}

/** Returns the jump that a position directly follows. */
function jumpBefore(jumps: readonly Jump[], position: number): Jump | undefined {
  return jumps.find((jump) => jump.position === position - 1);
}

/** Follows jumps back: a position directly after a jump stands for the target of the jump. */
function resolveJumps(jumps: readonly Jump[], position: number): number {
  const jump = jumpBefore(jumps, position);
  return jump ? resolveJumps(jumps, jump.to) : position;
}

/** Follows jumps back as far as the snapshot stays the same: a jump with a cut changes the snapshot. */
function firstWithSameSnapshot(jumps: readonly Jump[], position: number): number {
  const jump = jumpBefore(jumps, position);
  return jump && !jump.isCut ? firstWithSameSnapshot(jumps, jump.to) : position;
}

/** Returns the starts of the branches that were there before a jump began another one at the same message. */
function startsBeforeJump({ jumps, size }: LogOutline, { position, to, isCut }: Jump): number[] {
  // The cut messages are a branch without entries of its own, which begins at the target.
  if (isCut) return [resolveJumps(jumps, to)];
  const first = firstWithSameSnapshot(jumps, to);
  // The conversation may have returned to this snapshot and continued from there.
  const returns = jumps.filter(
    (jump) =>
      jump.position < position &&
      jump.after === undefined &&
      firstWithSameSnapshot(jumps, jump.to) === first,
  );
  // A position without following entries has no branch.
  return [first, ...returns.map((jump) => jump.position + 1)].filter(
    (start) => start < size && !isJumpAt(jumps, start),
  );
}

/** True when one of the positions lies on the path to the other: both belong to the same branch. */
function isSameBranch(jumps: readonly Jump[], some: number, other: number): boolean {
  const path = branchPathTo(jumps, Math.max(some, other));
  return some === other || includesPosition(path, Math.min(some, other));
}

/** Returns the branches after each message that was branched at, by message id; `""` is the start. */
function branchesAt(outline: LogOutline): ReadonlyMap<string, BranchStarts> {
  const { jumps } = outline;
  const startsByMessage = new Map<string, number[]>();
  for (const jump of jumps) {
    // A jump that resumes a branch starts none.
    if (jump.after === undefined) continue;
    const starts = startsByMessage.get(jump.after) ?? [];
    for (const start of startsBeforeJump(outline, jump)) {
      if (!starts.some((added) => isSameBranch(jumps, added, start))) starts.push(start);
    }
    const start = jump.position + 1;
    // A branch that was left before its first entry is none.
    if (!isJumpAt(jumps, start)) starts.push(start);
    startsByMessage.set(jump.after, starts);
  }
  return startsByMessage;
}

/** Returns the jumps on the path to a position, the last one first. */
function jumpsTo(jumps: readonly Jump[], position: number): Jump[] {
  let end = position;
  return [...jumps].reverse().filter((jump) => {
    if (jump.position >= end) return false;
    end = jump.to;
    return true;
  });
}

/**
 * Returns the index of the branch after a message that contains a position; -1 for none. Among the starts on the path
 * to the position, the one that was added last counts.
 */
function branchContaining(
  { jumps, initialIndexOf }: LogOutline,
  after: string,
  starts: BranchStarts,
  position: number,
): number {
  const path = branchPathTo(jumps, position);
  /** True for a jump whose target still has the messages after this message. */
  const keepsMessages = (jump: Jump) =>
    jump.after === undefined ||
    (jump.after !== after && (!jump.isCut || initialIndexOf(jump.after) > initialIndexOf(after)));
  // A branch of cut messages has no entry on the path, but other branches start from its end.
  const targets = jumpsTo(jumps, position)
    .filter(keepsMessages)
    .map(({ to }) => to);
  const isReached = (start: number) =>
    start === position || includesPosition(path, start) || targets.includes(start);
  const last = Math.max(...starts.filter(isReached), -1);
  return starts.indexOf(last);
}

/** Returns the visible branch after each message that has several. */
export function visibleBranches(outline: LogOutline): Readonly<Record<string, BranchInfo>> {
  const entries = [...branchesAt(outline)].flatMap(([after, starts]): [string, BranchInfo][] => {
    if (starts.length < 2) return [];
    const index = branchContaining(outline, after, starts, outline.size);
    // The message itself lies on another branch.
    return index < 0 ? [] : [[after, { count: starts.length, index }]];
  });
  return Object.fromEntries(entries);
}

/** Returns the position where a branch was left last; `undefined` when there is no such branch. */
export function branchTip(outline: LogOutline, after: string, index: number): number | undefined {
  const starts = branchesAt(outline).get(after) ?? [];
  // A branch is left by a jump, or is shown at the end of the log.
  const ends = [...outline.jumps.map(({ position }) => position), outline.size];
  return (
    ends.findLast((end) => branchContaining(outline, after, starts, end) === index) ?? starts[index]
  );
}
