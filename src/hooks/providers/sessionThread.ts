import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";

/** The thread that a `ThreadsProvider` shows. */
export interface ShownThread {
  /** Id of the thread. */
  readonly threadId: string;
  /** Name of its agent in the client. @defaultValue the agent that the thread started with, else the first */
  readonly agentId?: string | undefined;
}

/** Returns the tab's storage. Sandboxed frames throw on access, and servers have none. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** @internal Returns the thread that this tab showed last. */
export function loadShownThread(key: string): ShownThread | undefined {
  try {
    const entry: unknown = JSON.parse(tabStorage()?.getItem(key) ?? "null");
    if (!isRecord(entry) || typeof entry.threadId !== "string") return undefined;
    const { threadId, agentId } = entry;
    return {
      threadId,
      ...omitUndefined({ agentId: typeof agentId === "string" ? agentId : undefined }),
    };
  } catch {
    return undefined;
  }
}

/** @internal Persists the shown thread for this tab. */
export function saveShownThread(key: string, shown: ShownThread): void {
  try {
    tabStorage()?.setItem(key, JSON.stringify(shown));
  } catch {
    // The storage is full: a reload starts with the default thread.
  }
}
