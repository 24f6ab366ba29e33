import { notStored } from "../../protocol/issueCodes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { lazyModule } from "../loadModule.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import { unref } from "../thread/unref.ts";
import { reportCause } from "./reportIssue.ts";
import type { ThreadStorage } from "./threadStorage.ts";

const loadKeep = lazyModule(() => import("./persistThread.ts"));

/**
 * Takes up what is stored of a thread; settles when the thread may be used.
 *
 * @param tries - How often what does that could not be loaded, as without a network: the thread is used without.
 */
export async function restoreFrom<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
  tries = 0,
): Promise<void> {
  try {
    const { persistThread } = await loadKeep();
    await persistThread(core, storage, tries > 0);
  } catch (error) {
    const { isRestoring, ...shown } = core.getSnapshot();
    if (isRestoring) {
      core.show(shown as Snapshot<TState>);
      reportCause(core as unknown as ThreadCore, notStored, error);
    }
    if (!core.isDisposed())
      unref(setTimeout(restoreFrom, 1_000 * 2 ** Math.min(tries, 8), core, storage, tries + 1));
  } finally {
    core.rest.restoring = undefined;
  }
}
