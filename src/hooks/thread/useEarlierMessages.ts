import { useMemo } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "./useSnapshot.ts";

/** What {@link useEarlierMessages} returns. The verb keeps its identity for as long as the thread. */
export interface UseEarlierMessagesResult {
  /**
   * Whether the agent may have more of the conversation than is shown; `false` as long as it has not been
   * asked, and for an agent without a history.
   */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the last answer could not be had; absent after any other. */
  readonly error: NonNullable<RunInfo["error"]> | undefined;
  /**
   * Puts the next of them in front of the conversation; an empty thread is connected, so that what goes on
   * in it is shown as well. Resolves when that is done or has failed, which `error` tells.
   */
  readonly load: () => Promise<void>;
}

/**
 * Returns whether there are messages before those that are shown, and how to load them: for agents with a
 * `history`, as `httpAgent` with the dialects of TanStack AI and Awaken.
 *
 * They are in `useMessages()` then. `thread.connect()` shows the latest of a thread, and tells whether there
 * are more. Re-renders when something begins to load or ends, not while text streams.
 *
 * @example A button above a transcript of one's own
 * ```tsx
 * const { hasMore, isLoading, error, load } = useEarlierMessages();
 * if (!hasMore) return null;
 * return (
 *   <button onClick={load} disabled={isLoading}>
 *     {error ? "Try again" : "Earlier messages"}
 *   </button>
 * );
 * ```
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers; `load` rejects with `invalid-argument`
 *   when the agent has no history.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useEarlierMessages(target?: ThreadTarget): UseEarlierMessagesResult {
  const thread = useThread(target);
  const earlier = useSnapshot(selectEarlier, Object.is, target);
  const verbs = useMemo(() => {
    const load = async () => {
      const { messages, run } = thread.getSnapshot();
      const isUnopened = messages.length === 0 && !isRunning(run);
      try {
        await (isUnopened ? thread.connect() : thread.loadEarlier());
      } catch (error) {
        if (isMistake(error)) throw error;
      }
    };
    return { load };
  }, [thread]);
  return {
    hasMore: earlier?.hasMore ?? false,
    isLoading: earlier?.status === "loading",
    error: (earlier?.status === "failed" && earlier.error) || undefined,
    ...verbs,
  };
}

const selectEarlier = ({ earlier }: Snapshot) => earlier;

/** All else is told in the snapshot, or of a thread that nobody looks at any more. */
function isMistake(error: unknown): boolean {
  return error instanceof AgentKitError && error.code === "invalid-argument";
}
