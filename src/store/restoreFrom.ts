import { createLoader } from "./loadPart.ts";
import { reportFailure } from "./reportFailure.ts";
import type { ThreadStorage } from "./storage/types.ts";
import type { ThreadCore } from "./threadCore.ts";

const loadKeep = createLoader(() => import("./storage/keep.ts"));

/** Takes up what is stored of a thread; settles when the thread may be used. */
export async function restoreFrom<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
): Promise<void> {
  try {
    const { keep } = await loadKeep();
    await keep(core, storage);
  } catch (error) {
    reportFailure(error);
  } finally {
    core.rest.restoring = undefined;
  }
}
