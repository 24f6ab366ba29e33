import { createPrefetch } from "../../protocol/runtime.ts";
import { lazyModule } from "../loadModule.ts";
import { checkRunParameters } from "../run/checkRunParameters.ts";
import type { Thread } from "../thread/thread.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/**
 * Loads the history of threads. Until then the change queue of a thread collects what its log will record. No code of
 * the history is needed to send a message and show the reply.
 */
const loadHistory = lazyModule(() => import("./historyFeature.ts"));

/** Loads the history once the browser is idle, for a user who edits a message. */
export const prefetchHistory = createPrefetch(loadHistory);

type HistoryCommand =
  | "regenerate"
  | "edit"
  | "switchBranch"
  | "goToRun"
  | "getEventLog"
  | "loadEarlier";

/** Creates the commands of a thread that need its history. */
export function createHistoryCommands(internals: ThreadInternals): Pick<Thread, HistoryCommand> {
  return {
    async regenerate(messageId, parameters = {}) {
      checkRunParameters(parameters);
      const { regenerate } = await loadHistory();
      return regenerate(internals, messageId, parameters);
    },
    async edit(messageId, content, parameters = {}) {
      checkRunParameters(parameters);
      const { edit } = await loadHistory();
      return edit(internals, messageId, content, parameters);
    },
    async switchBranch(after, index) {
      const { switchBranch } = await loadHistory();
      return switchBranch(internals, after, index);
    },
    async goToRun(runId) {
      const { goToRun } = await loadHistory();
      return goToRun(internals, runId);
    },
    async getEventLog() {
      const { getEventLog } = await loadHistory();
      return getEventLog(internals);
    },
    async loadEarlier() {
      const { loadEarlier } = await loadHistory();
      return loadEarlier(internals);
    },
  };
}
