import { createContext } from "react";
import type { ThreadListStore } from "../../store/threadList/threadListTypes.ts";
import type { ShownThread } from "./sessionThread.ts";

/** @internal The thread list of the nearest provider and the thread it shows. */
export interface ThreadsContextValue {
  readonly threadList: ThreadListStore;
  readonly currentId: string;
  readonly showThread: (shown: ShownThread) => void;
  readonly forkThread: (messageId?: string) => Promise<string>;
  /** The agent of new threads. */
  readonly agentId: string | undefined;
}

/** @internal */
export const ThreadsContext = createContext<ThreadsContextValue | undefined>(undefined);
