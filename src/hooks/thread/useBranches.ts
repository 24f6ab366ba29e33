import { useMemo } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { BranchInfo, Snapshot } from "../../reducer/snapshot.ts";
import { type BranchPosition, branchKeyOf } from "../../selectors/branchPlacement.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** Options of {@link useBranches}. The target selects another conversation than the nearest. */
export interface UseBranchesOptions extends ThreadTarget {
  /**
   * The branches to choose from: `"at"` for those that begin with the message itself, `"after"` for those
   * that begin after the message. Use `"after"` below a user message whose reply failed or was stopped before
   * the first text.
   *
   * @defaultValue "at"
   */
  readonly position?: BranchPosition | undefined;
}

/** Result of {@link useBranches}. The functions keep their identity, and resolve when the branch is shown. */
export interface UseBranchesResult {
  /** Number of branches; 1 where the conversation never branched. */
  readonly count: number;
  /** Index of the shown branch, from 0, in the order in which the branches were created. */
  readonly index: number;
  /** True while the branch cannot be switched, because a run is under way. */
  readonly isDisabled: boolean;
  /** Shows another branch as it was when last shown. Does nothing during a run. */
  readonly select: (index: number) => Promise<void>;
  /** Shows the branch before this one, if any. */
  readonly previous: () => Promise<void>;
  /** Shows the branch after this one, if any. */
  readonly next: () => Promise<void>;
}

/**
 * Returns the branches of the conversation at one message, and functions that show another branch.
 *
 * `thread.edit()` creates a branch with another user message, `thread.regenerate()` one with another reply.
 * The shared state changes with the branch, and the agent receives the messages of the shown branch. All
 * leading parts of a reply (reasoning, first text) report the same branches; its later parts report none.
 * Re-renders when these branches change or a run starts or ends, not while text streams.
 *
 * @example Two buttons below a message
 * ```tsx
 * const { count, index, previous, next, isDisabled } = useBranches(message.id);
 * if (count === 1) return null;
 * return (
 *   <>
 *     <button onClick={previous} disabled={isDisabled || index === 0}>Previous</button>
 *     {index + 1} of {count}
 *     <button onClick={next} disabled={isDisabled || index === count - 1}>Next</button>
 *   </>
 * );
 * ```
 * @throws AgentKitError `missing-provider` outside both providers. `select` rejects with
 *   `invalid-argument` when no branch has that index.
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function useBranches(
  messageId: string,
  { position = "at", ...target }: UseBranchesOptions = {},
): UseBranchesResult {
  const thread = useThread(target);
  const { count, index } = useSnapshot(
    (snapshot) => branchPointOf(snapshot, messageId, position)?.info ?? SINGLE_BRANCH,
    isSameInfo,
    target,
  );
  const isDisabled = useSnapshot(selectIsRunning, Object.is, target);
  const commands = useMemo(() => {
    const read = () => branchPointOf(thread.getSnapshot(), messageId, position);
    const select = async (index: number) => {
      const branchPoint = read();
      if (!branchPoint && index === 0) return;
      if (!branchPoint) {
        throw new AgentKitError(
          "invalid-argument",
          `The message "${messageId}" has no branch ${index}, because the conversation has one branch ` +
            "there. Select index 0, or check `count` first.",
        );
      }
      try {
        await thread.switchBranch(branchPoint.key, index);
      } catch (error) {
        if (!isOutdated(error)) throw error;
      }
    };
    const step = (by: number) => async () => {
      const { info } = read() ?? { info: SINGLE_BRANCH };
      const index = info.index + by;
      if (index >= 0 && index < info.count) await select(index);
    };
    return { select, previous: step(-1), next: step(1) };
  }, [thread, messageId, position]);
  return { count, index, isDisabled, ...commands };
}

const SINGLE_BRANCH: BranchInfo = { count: 1, index: 0 };

function branchPointOf(snapshot: Snapshot, messageId: string, position: BranchPosition) {
  const key = position === "after" ? messageId : branchKeyOf(snapshot, messageId);
  const info = key === undefined ? undefined : getOwn(snapshot.branches, key);
  return key === undefined || !info ? undefined : { key, info };
}

function isSameInfo(a: BranchInfo, b: BranchInfo): boolean {
  return a.count === b.count && a.index === b.index;
}

/** Returns true when a run started, or the thread was disposed, after the button was rendered. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof AgentKitError &&
    (error.code === "thread-busy" || error.code === "thread-disposed")
  );
}
