import { notStored } from "../protocol/issueKinds.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { createLoader } from "./loadPart.ts";
import { reportFailure } from "./reportFailure.ts";
import { reportCause } from "./storage/reportIssue.ts";
import type { ThreadStorage } from "./storage/types.ts";
import type { ThreadCore } from "./threadCore.ts";
import { unref } from "./unref.ts";

const loadKeep = createLoader(() => import("./storage/keep.ts"));

/** Takes up what is stored of a thread; settles when the thread may be used. */
export async function restoreFrom<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
): Promise<void> {
  let loaded: Awaited<ReturnType<typeof loadKeep>> | undefined;
  try {
    loaded = await loadKeep();
    await loaded.keep(core, storage);
  } catch (error) {
    const { isRestoring: _, ...shown } = core.getSnapshot();
    core.show(shown as Snapshot<TState>);
    reportCause(core, notStored, error);
    if (loaded) reportFailure(error);
    else keepLater(core, storage);
  } finally {
    core.rest.restoring = undefined;
  }
}

/** Keeps a thread as soon as that can be loaded, as with a network. */
function keepLater<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
  afterMs = 1_000,
): void {
  const load = async () => {
    if (core.isDisposed()) return;
    const loaded = await loadKeep().catch(() => undefined);
    if (loaded) loaded.keepLater(core, storage);
    else keepLater(core, storage, Math.min(2 * afterMs, 300_000));
  };
  unref(setTimeout(load, afterMs));
}
