import { useMemo, useState } from "react";
import { AgentKitError, type AgentKitErrorCode } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { toRunError } from "../../store/run/runError.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** Result of {@link useEarlierMessages}. `load` keeps its identity as long as the thread. */
export interface UseEarlierMessagesResult {
  /**
   * True when the agent may have messages before those shown; false until the agent was asked, and for agents
   * without a history.
   */
  readonly hasMore: boolean;
  /** True while a page of messages loads. */
  readonly isLoading: boolean;
  /** Error of the last page; absent after a page that loaded. */
  readonly error: NonNullable<RunInfo["error"]> | undefined;
  /**
   * Prepends the previous page of messages. An empty thread connects instead, so that a run on the server is
   * shown as well. Resolves when loaded or failed; a failure is in `error`.
   */
  readonly load: () => Promise<void>;
}

/**
 * Returns whether the agent has messages before those shown, and a function that loads them.
 *
 * For agents with a `history`, such as `httpAgent` with the dialects of TanStack AI and Awaken. Loaded
 * messages appear in `useMessages()`. `thread.connect()` loads the latest page of a thread and sets
 * `hasMore`. Re-renders when loading starts or ends, not while text streams.
 *
 * @example A button above a custom transcript
 * ```tsx
 * const { hasMore, isLoading, error, load } = useEarlierMessages();
 * if (!hasMore) return null;
 * return (
 *   <button onClick={load} disabled={isLoading}>
 *     {error ? "Try again" : "Earlier messages"}
 *   </button>
 * );
 * ```
 * @param target - Selects another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers. `load` rejects with `invalid-argument`
 *   when the agent has no history.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useEarlierMessages(target?: ThreadTarget): UseEarlierMessagesResult {
  const thread = useThread(target);
  const earlier = useSnapshot(selectEarlier, Object.is, target);
  const [loadFailure, setLoadFailure] = useState<LoadFailure>();
  const commands = useMemo(() => {
    const load = async () => {
      setLoadFailure(undefined);
      const { messages, run } = thread.getSnapshot();
      const isNotConnected = messages.length === 0 && !isRunning(run);
      try {
        await (isNotConnected ? thread.connect() : thread.loadEarlier());
      } catch (error) {
        if (hasCode(error, "invalid-argument")) throw error;
        // The code that loads messages is gone, so it has not written the error into the snapshot.
        if (hasCode(error, "load-failed")) setLoadFailure({ thread, error: toRunError(error) });
      }
    };
    return { load };
  }, [thread]);
  return {
    hasMore: earlier?.hasMore ?? false,
    isLoading: earlier?.status === "loading",
    error:
      (earlier?.status === "failed" && earlier.error) ||
      (loadFailure?.thread === thread ? loadFailure.error : undefined),
    ...commands,
  };
}

const selectEarlier = ({ earlier }: Snapshot) => earlier;

interface LoadFailure {
  readonly thread: Thread;
  readonly error: NonNullable<RunInfo["error"]>;
}

/** Returns true for an error with the code. Others are in the snapshot, or concern a thread that was disposed. */
function hasCode(error: unknown, code: AgentKitErrorCode): boolean {
  return error instanceof AgentKitError && error.code === code;
}
