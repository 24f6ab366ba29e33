import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { createPrefetch } from "../../protocol/runtime.ts";
import { lazyModule } from "../loadModule.ts";
import { withReconnection } from "../reconnect/withReconnection.ts";
import { checkRunParameters } from "../run/checkRunParameters.ts";
import type { Thread } from "../thread/thread.ts";
import { newTurn, type ThreadInternals } from "../thread/threadInternals.ts";

/**
 * Loads the history of threads. Until then the change queue of a thread collects what its log will record. No code of
 * the history is needed to send a message and show the reply.
 */
const loadHistory = lazyModule(() => import("./historyFeature.ts"));

/** Loads the code that connects threads to a server which replays them. */
export const loadReconnection = lazyModule(() => import("../reconnect/reconnectFeature.ts"));

const prefetchHistoryFeature = createPrefetch(loadHistory);
const prefetchReconnection = createPrefetch(loadReconnection);

/**
 * Loads features that a thread may need later, once the browser is idle. They are the history, for a user who edits a
 * message, and reconnecting, if the agent can.
 */
export function prefetchThreadFeatures({ connect, history }: Agent): void {
  prefetchHistoryFeature();
  if (connect || history) prefetchReconnection();
}

type HistoryCommand =
  | "regenerate"
  | "edit"
  | "switchBranch"
  | "goToRun"
  | "getEventLog"
  | "connect"
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
    async connect() {
      await internals.blockedBy();
      internals.assertReady();
      assertCanConnect(internals);
      Object.assign(internals.turnState, newTurn());
      // The thread is busy while the code is loading.
      return internals.runAsTurn((context) =>
        withReconnection(context, ({ connectThread: openOrContinue }) =>
          openOrContinue(internals, context),
        ),
      );
    },
    async loadEarlier() {
      const { loadEarlier } = await loadHistory();
      return loadEarlier(internals);
    },
  };
}

function assertCanConnect({ options: { agent } }: ThreadInternals): void {
  if (agent.connect || agent.history) return;
  throw new AgentKitError(
    "invalid-argument",
    "The agent has neither `connect` nor `history`, so the thread cannot be opened. Pass `connectUrl` or `replay` to `httpAgent`.",
  );
}
