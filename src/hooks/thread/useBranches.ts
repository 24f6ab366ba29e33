import { useMemo } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { branchKeyOf } from "../../selectors/branchPlacement.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** The options of {@link useBranches}, and which conversation it is about. */
export interface UseBranchesOptions extends ThreadTarget {
  /**
   * Whether the ways are meant that go on behind the message, and not those that begin with it: for an
   * answer that failed, or was stopped, before it began. @defaultValue false
   */
  readonly isBehind?: boolean | undefined;
}

/** What {@link useBranches} returns. The verbs keep their identity, and resolve when it is shown. */
export interface UseBranchesResult {
  /** How many ways there are; 1 where the conversation went only this one. */
  readonly count: number;
  /** Which of them is shown, from 0 in the order they were begun. */
  readonly index: number;
  /** Whether none can be shown at the moment, because a run goes on. */
  readonly isDisabled: boolean;
  /** Shows another way, as it was left last. Nothing happens while a run goes on. */
  readonly select: (index: number) => Promise<void>;
  /** Shows the way before this one, if there is one. */
  readonly previous: () => Promise<void>;
  /** Shows the way behind this one, if there is one. */
  readonly next: () => Promise<void>;
}

/**
 * Returns which of several ways the conversation goes from one message on, and how to show another.
 *
 * `thread.edit()` begins another way with what the person says in place of a message, `thread.regenerate()`
 * with another answer. The shared state goes back and forth with the way, and the agent is sent the
 * messages of the one that is shown. All of what an answer begins with, a thought or the first words, tells
 * of the same ways; what comes later in it is on none of its own. Re-renders when these ways change or a
 * run starts or ends, not while text streams.
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
 * @throws AgentKitError `missing-provider` outside both providers; `go` rejects with `invalid-argument`
 *   where there is no such way.
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function useBranches(
  messageId: string,
  { isBehind = false, ...target }: UseBranchesOptions = {},
): UseBranchesResult {
  const thread = useThread(target);
  const ways = useSnapshot(
    (snapshot) => waysAt(snapshot, messageId, isBehind)?.info ?? ONE,
    isSame,
    target,
  );
  const isDisabled = useSnapshot(({ run }) => isRunning(run), Object.is, target);
  const verbs = useMemo(() => {
    const read = () => waysAt(thread.getSnapshot(), messageId, isBehind);
    const select = async (index: number) => {
      const known = read();
      if (!known && index === 0) return;
      if (!known) throw noSuchBranch(messageId, index);
      try {
        await thread.switchBranch(known.key, index);
      } catch (error) {
        if (!isTooLate(error)) throw error;
      }
    };
    const step = (by: number) => async () => {
      const { info } = read() ?? { info: ONE };
      const index = info.index + by;
      if (index >= 0 && index < info.count) await select(index);
    };
    return { select, previous: step(-1), next: step(1) };
  }, [thread, messageId, isBehind]);
  return { count: ways.count, index: ways.index, isDisabled, ...verbs };
}

type Ways = Snapshot["branches"][string];

const ONE: Ways = { count: 1, index: 0 };

function waysAt(snapshot: Snapshot, messageId: string, isBehind: boolean) {
  const key = isBehind ? messageId : branchKeyOf(snapshot, messageId);
  const info = key === undefined ? undefined : getOwn(snapshot.branches, key);
  return key === undefined || !info ? undefined : { key, info };
}

function isSame(a: Ways, b: Ways): boolean {
  return a.count === b.count && a.index === b.index;
}

const noSuchBranch = (messageId: string, index: number) =>
  new AgentKitError(
    "invalid-argument",
    `There is no branch ${index} at the message "${messageId}".`,
  );

/** A run has begun since the button was shown, or nobody looks at the thread any more. */
function isTooLate(error: unknown): boolean {
  return (
    error instanceof AgentKitError &&
    (error.code === "thread-busy" || error.code === "thread-disposed")
  );
}
