import { notStored } from "../../protocol/issueCodes.ts";
import { unref } from "../../protocol/runtime.ts";
import { addTabIssueFromError } from "../eventLog/tabIssues.ts";
import { lazyModule } from "../loadModule.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { ThreadStorage } from "./threadStorage.ts";

/** Delay of the first attempt to load the code again, in milliseconds; each further delay is twice as long. */
const FIRST_RETRY_MS = 1_000;
const MAX_DOUBLINGS = 8;

/** Loads the code of storage and tab synchronization, which only threads with a storage need. */
const loadPersistence = lazyModule(() => import("./persistThread.ts"));

interface RestoreOptions {
  /** Loads the code of storage and tab synchronization. */
  readonly load?: typeof loadPersistence;
  /** Number of attempts that have failed. @defaultValue 0 */
  readonly failures?: number;
}

/**
 * Restores a thread from its storage, and fulfils when the thread can be used. When the code cannot be loaded, as
 * without a network, the thread is used without its storage and stored after a later attempt.
 */
export async function restoreThread(
  internals: ThreadInternals,
  storage: ThreadStorage,
  { load = loadPersistence, failures = 0 }: RestoreOptions = {},
): Promise<void> {
  try {
    const { persistThread, persistThreadInBackground } = await load();
    if (failures === 0) await persistThread(internals, storage);
    else persistThreadInBackground(internals, storage);
  } catch (error) {
    const { isRestoring, ...shown } = internals.getBaseSnapshot();
    if (isRestoring) {
      internals.replaceSnapshot(shown);
      addTabIssueFromError(internals, notStored, error);
    }
    if (!internals.isDisposed()) {
      const delayMs = FIRST_RETRY_MS * 2 ** Math.min(failures, MAX_DOUBLINGS);
      const next = { load, failures: failures + 1 };
      unref(setTimeout(restoreThread, delayMs, internals, storage, next));
    }
  } finally {
    internals.features.restoring = undefined;
  }
}
