import { AgentKitError } from "../../protocol/errors.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { recordAnswers, reopenCall, setFollowUps } from "../../reducer/toolUpdates.ts";
import { TANSTACK_CLIENT_TOOL } from "../interrupts/tanstackAnswer.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { requireToolCall } from "./recordToolResult.ts";

/** Where a turn has ended as a tool wanted, whoever goes on with it wants something else. */
function withoutRest(snapshot: Snapshot): Snapshot {
  const { run, toolCalls } = snapshot;
  if (run.stopReason !== "follow-up") return snapshot;
  const ofTurn = Object.entries(toolCalls).filter(
    ([, { runId, followUp }]) => runId === run.runId && followUp === false,
  );
  return setFollowUps(snapshot, new Map(ofTurn.map(([id]) => [id, true])));
}

/** Takes a call up again, as if the agent had just made it; see `Thread.rerunToolCall`. */
export async function rerunToolCall(core: ThreadInternals, id: string): Promise<RunResult> {
  if (core.stopping()) await core.stopping();
  core.assertReady();
  const { toolCall } = requireToolCall(core, id);
  const { name } = toolCall.function;
  if (!core.tools.all().has(name)) {
    throw new AgentKitError(
      "invalid-argument",
      `There is no tool "${name}" here that could run again.`,
    );
  }
  core.toolResults.delete(id);
  const reopened = reopenCall(withoutRest(core.getSnapshot()), id);
  const asking = reopened.interrupts.find(
    ({ reason, toolCallId }) => reason === TANSTACK_CLIENT_TOOL && toolCallId === id,
  );
  core.commit(
    asking ? recordAnswers(reopened, new Map([[asking.id, undefined]]), undefined) : reopened,
    "now",
  );
  return core.resumeToolCalls();
}
