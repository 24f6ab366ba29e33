import { useContext } from "react";
import { ThreadsContext } from "../providers/ThreadsProvider.tsx";
import { useThread } from "../providers/useThread.ts";

/**
 * @internal Returns what calls a listener when the thread of this moment has been deleted, here or in another
 * page; not when it is let go of, and comes back from its storage. It returns what ends that.
 */
export function useWhenRemoved(): (listener: () => void) => () => void {
  const { threadId } = useThread();
  const directory = useContext(ThreadsContext)?.directory;
  return (listener) =>
    directory?.subscribe(() => {
      if (directory.isRemoved(threadId)) listener();
    }) ?? (() => {});
}
