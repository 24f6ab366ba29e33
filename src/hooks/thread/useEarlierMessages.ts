import { useMemo } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
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
  const commands = useMemo(() => {
    const load = async () => {
      const { messages, run } = thread.getSnapshot();
      const isNotConnected = messages.length === 0 && !isRunning(run);
      try {
        await (isNotConnected ? thread.connect() : thread.loadEarlier());
      } catch (error) {
        if (isInvalidArgument(error)) throw error;
      }
    };
    return { load };
  }, [thread]);
  return {
    hasMore: earlier?.hasMore ?? false,
    isLoading: earlier?.status === "loading",
    error: (earlier?.status === "failed" && earlier.error) || undefined,
    ...commands,
  };
}

const selectEarlier = ({ earlier }: Snapshot) => earlier;

/** Returns true for misuse. Any other error is in the snapshot, or concerns a thread that was disposed. */
function isInvalidArgument(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "invalid-argument";
}
