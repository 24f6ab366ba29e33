import { useContext, useMemo } from "react";
import { ThreadsContext } from "./ThreadsProvider.tsx";
import { ClientContext } from "./useClient.ts";
import { useThread } from "./useThread.ts";

/** @internal Where the text that is being written in a thread is kept. */
export interface DraftStorage {
  /** `""` where there is none. */
  load(): Promise<string>;
  save(text: string): Promise<void>;
}

/** @internal Returns where the nearest thread's draft is kept; nothing where its client keeps none. */
export function useDraftStorage(): DraftStorage | undefined {
  const thread = useThread();
  const client = useContext(ClientContext);
  const directory = useContext(ThreadsContext)?.directory;
  return useMemo(() => {
    const { storage } = client ?? {};
    const { threadId } = thread;
    // One that was made elsewhere has a storage of its own, or none.
    if (!storage?.saveDraft || !client?.threads().includes(thread)) return undefined;
    return {
      load: async () => (await storage.loadDraft?.(threadId)) ?? "",
      // Of a thread that was deleted nothing is left behind.
      save: async (text) =>
        storage.saveDraft?.(threadId, directory?.isRemoved(threadId) ? "" : text),
    };
  }, [thread, client, directory]);
}
