import type { KnownRecords } from "./knownRecords.ts";
import type { CreateTitle } from "./types.ts";
import type { WatchedThread } from "./watchThread.ts";

/**
 * Makes what asks for the title of a thread when the first thing that was said in it has been answered,
 * once for each.
 */
export function createTitleGenerator(
  known: KnownRecords,
  isRemoved: (threadId: string) => boolean,
) {
  const asked = new Set<string>();
  const isNamed = (threadId: string) => known.get(threadId)?.hasCustomTitle === true;

  return ({ thread, hasRun }: WatchedThread, createTitle: CreateTitle | undefined): void => {
    const { threadId } = thread;
    const snapshot = thread.getSnapshot();
    const said = snapshot.messages.filter(({ role }) => role === "user");
    const isFirst = said.length === 1 && snapshot.run.outcome === "success";
    if (!createTitle || !hasRun || !isFirst || asked.has(threadId) || isNamed(threadId)) return;
    asked.add(threadId);
    (async () => {
      const title = (await createTitle(snapshot)).trim();
      // Somebody may have been faster.
      if (title === "" || isNamed(threadId) || isRemoved(threadId)) return;
      await known.change(threadId, { title, hasCustomTitle: true });
    })().catch(() => {
      // What was said first goes on being the title.
    });
  };
}
