import { useContext, useSyncExternalStore } from "react";
import { randomId } from "../../protocol/randomId.ts";
import { ThreadsContext } from "../providers/threadsContext.ts";
import { subscribeToNothing } from "../thread/useSnapshot.ts";

interface OtherThreads {
  /** True when a thread is listed that is not shown. */
  readonly hasOthers: boolean;
  /** Shows a new thread. */
  readonly create: () => void;
}

/**
 * @internal Returns the threads besides the shown one, or undefined outside a `ThreadsProvider`. Smaller than
 * `useThreads`, for a chat that is not loaded yet.
 *
 * @param isActive - True to list the threads, which reads the storage.
 */
export function useOtherThreads(isActive: boolean): OtherThreads | undefined {
  const context = useContext(ThreadsContext);
  const list = isActive ? context?.threadList : undefined;
  const hasOthers = useSyncExternalStore(
    list?.subscribe ?? subscribeToNothing,
    () => !!list?.getState().threads.some(({ threadId }) => threadId !== context?.currentId),
    () => false,
  );
  if (!context) return undefined;
  const { showThread, agentId } = context;
  return { hasOthers, create: () => showThread({ threadId: randomId(), agentId }) };
}
