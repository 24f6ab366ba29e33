import { onTestFinished, vi } from "vitest";
import { drafts } from "../../../src/components/composer/draft.ts";
import { persistDraft } from "../../../src/components/composer/draftPersistence.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** Runs pending promises without advancing time. */
export const flush = () => vi.advanceTimersByTimeAsync(0);
export const hideTab = () => window.dispatchEvent(new Event("pagehide"));

/** Opens a tab with a thread of a storage, with fake timers. */
export function openDraftTab(storage: ThreadStorage = memoryStorage()) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = createAgentClient({ agent: manualAgent(), storage });
  const thread = client.thread({ threadId: "t" });
  const write = (text: string) => drafts.updateState(thread, (before) => ({ ...before, text }));
  const show = () => {
    const end = persistDraft(thread, client);
    onTestFinished(end);
    return end;
  };
  const stored = async () => storage.loadDraft?.("t");
  return { client, thread, write, show, stored, text: () => drafts.readState(thread).text };
}
