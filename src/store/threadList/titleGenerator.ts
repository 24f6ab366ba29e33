import type { KnownRecords } from "./knownRecords.ts";
import type { CreateTitle } from "./types.ts";
import type { WatchedThread } from "./watchThread.ts";

/** Creates a function that generates the title of a thread once, after its first user message was answered. */
export function createTitleGenerator(
  known: KnownRecords,
  isRemoved: (threadId: string) => boolean,
) {
  const requestedIds = new Set<string>();
  const hasCustomTitle = (threadId: string) => known.get(threadId)?.hasCustomTitle === true;

  return ({ thread, hasRun }: WatchedThread, createTitle: CreateTitle | undefined): void => {
    const { threadId } = thread;
    const snapshot = thread.getSnapshot();
    const userMessages = snapshot.messages.filter(({ role }) => role === "user");
    const isFirstAnswer = userMessages.length === 1 && snapshot.run.outcome === "success";
    if (
      !createTitle ||
      !hasRun ||
      !isFirstAnswer ||
      requestedIds.has(threadId) ||
      hasCustomTitle(threadId)
    )
      return;
    requestedIds.add(threadId);
    (async () => {
      const title = (await createTitle(snapshot)).trim();
      // A user may have set a title meanwhile.
      if (title === "" || hasCustomTitle(threadId) || isRemoved(threadId)) return;
      await known.change(threadId, { title, hasCustomTitle: true });
    })().catch(() => {
      // The first user message stays the title.
    });
  };
}
