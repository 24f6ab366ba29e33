import { notStored } from "../../protocol/issueCodes.ts";
import { lazyModule } from "../loadModule.ts";
import { unref } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { reportCause } from "./reportIssue.ts";
import type { ThreadStorage } from "./threadStorage.ts";

const loadKeep = lazyModule(() => import("./persistThread.ts"));

/**
 * Takes up what is stored of a thread; settles when the thread may be used.
 *
 * @param tries - How often what does that could not be loaded, as without a network: the thread is used without.
 */
export async function restoreFrom(
  core: ThreadInternals,
  storage: ThreadStorage,
  tries = 0,
): Promise<void> {
  try {
    const { persistThread } = await loadKeep();
    await persistThread(core, storage, tries > 0);
  } catch (error) {
    const { isRestoring, ...shown } = core.getSnapshot();
    if (isRestoring) {
      core.replaceSnapshot(shown);
      reportCause(core, notStored, error);
    }
    if (!core.isDisposed())
      unref(setTimeout(restoreFrom, 1_000 * 2 ** Math.min(tries, 8), core, storage, tries + 1));
  } finally {
    core.hooks.restoring = undefined;
  }
}
