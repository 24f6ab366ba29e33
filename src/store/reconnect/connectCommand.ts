import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { createPrefetch } from "../../protocol/runtime.ts";
import { lazyModule } from "../loadModule.ts";
import { toRunError } from "../run/runError.ts";
import type { Thread } from "../thread/thread.ts";
import {
  newConnection,
  type Reconnection,
  type RunContext,
  type ThreadInternals,
} from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";

/** Loads the code that connects threads to a server which replays them. */
export const loadReconnection = lazyModule(() => import("./reconnectFeature.ts"));

const prefetch = createPrefetch(loadReconnection);

/** Loads that code once the browser is idle, for an agent that can connect. */
export function prefetchReconnection({ connect, history }: Agent): void {
  if (connect || history) prefetch();
}

/** Creates the command that connects a thread to its server. */
export function createConnectCommand(internals: ThreadInternals): Pick<Thread, "connect"> {
  return {
    async connect() {
      await internals.blockedBy();
      internals.assertReady();
      assertCanConnect(internals);
      Object.assign(internals.turnState, newConnection(internals.getBaseSnapshot().run));
      // The thread is busy while the code is loading.
      return internals.runAsTurn((context) =>
        withReconnection(context, ({ connectThread }) => connectThread(internals, context)),
      );
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

/**
 * Connects a thread with the code that is loaded for this. When the code cannot be loaded, the thread has the error of
 * a failed connection, which `retry()` repeats without running the agent.
 */
export async function withReconnection(
  context: RunContext,
  connect: (reconnection: Reconnection) => Promise<RunResult>,
): Promise<RunResult> {
  let reconnection: Reconnection;
  try {
    reconnection = await context.loadReconnection();
  } catch (error) {
    const { getBaseSnapshot, replaceSnapshot } = context;
    const { run } = getBaseSnapshot();
    replaceSnapshot({
      ...getBaseSnapshot(),
      run: { ...run, status: "error", error: toRunError(error) },
    });
    const result: RunResult = { outcome: "error", result: undefined, newMessages: [] };
    return error instanceof AgentKitError ? { ...result, error } : result;
  }
  return connect(reconnection);
}
