import { useContext } from "react";
import { ThreadsContext } from "../providers/ThreadsProvider.tsx";
import { useThread } from "../providers/useThread.ts";

/**
 * @internal Returns a function that subscribes to the deletion of the current thread, in this tab or another, and
 * returns the unsubscribe function. Eviction is no deletion: an evicted thread loads from its storage again.
 */
export function useOnThreadRemoved(): (listener: () => void) => () => void {
  const { threadId } = useThread();
  const threadList = useContext(ThreadsContext)?.threadList;
  return (listener) =>
    threadList?.subscribe(() => {
      if (threadList.isRemoved(threadId)) listener();
    }) ?? (() => {});
}
