import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";

/** Which thread is shown. */
export interface ShownThread {
  readonly threadId: string;
  /** @defaultValue the agent it was begun with, else the first */
  readonly agentId?: string | undefined;
}

/** Some pages may not touch it, and a server has none. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** @internal What the tab has shown last. */
export function rememberedThread(key: string): ShownThread | undefined {
  try {
    const found: unknown = JSON.parse(tabStorage()?.getItem(key) ?? "null");
    if (!isRecord(found) || typeof found.threadId !== "string") return undefined;
    const { threadId, agentId } = found;
    return {
      threadId,
      ...omitUndefined({ agentId: typeof agentId === "string" ? agentId : undefined }),
    };
  } catch {
    return undefined;
  }
}

/** @internal */
export function saveShownThread(key: string, shown: ShownThread): void {
  try {
    tabStorage()?.setItem(key, JSON.stringify(shown));
  } catch {
    // It is full, and a reload begins with another thread.
  }
}
