import { AgentKitError } from "../../protocol/errors.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { recordAnswers } from "../../reducer/interrupts/recordAnswers.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { reopenCall, setFollowUps } from "../../reducer/toolUpdates.ts";
import { continueWhenAnswered } from "../run/continueWhenAnswered.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { recordToolResult, requireToolCall } from "./recordToolResult.ts";
import { toolErrors, toResult } from "./toolResult.ts";
import type { ToolCallAnswer } from "./toolTypes.ts";

/** Answers a waiting tool call; see `Thread.answerToolCall`. */
export function answerToolCall(
  internals: ThreadInternals,
  id: string,
  answer: ToolCallAnswer,
): void {
  checkArgument("answer", answer);
  const { info, toolCall } = requireToolCall(internals, id);
  // A second click, or an answer after the server's result, is ignored.
  if (info.resultMessageId !== undefined || info.status === "running") return;
  const { name } = toolCall.function;
  const result =
    "rejected" in answer ? toolErrors.denied(answer.rejected) : toResult(name, answer.value);
  const defaultFollowUp = info.followUp ?? internals.tools.getTools().get(name)?.followUp !== false;
  // The agent always learns of a call that failed or was denied, because the tool has not done its
  // work.
  recordToolResult(
    internals,
    id,
    result,
    answer.followUp ?? (defaultFollowUp || result.error !== undefined),
  );
  // The result of a call of an earlier run is sent with the input that is being prepared.
  const belongsToRun = info.runId === internals.getBaseSnapshot().run.runId;
  if (internals.isBusy() && belongsToRun) internals.turnState.isAnsweredEarly = true;
  continueWhenAnswered(internals);
}

/**
 * Clears the `followUp` wishes of a turn that a tool has ended: running a call again continues the
 * turn.
 */
function clearFollowUpWishes(snapshot: Snapshot): Snapshot {
  const { run, toolCalls } = snapshot;
  if (run.stopReason !== "no-follow-up") return snapshot;
  const endedCalls = Object.entries(toolCalls).filter(
    ([, { runId, followUp }]) => runId === run.runId && followUp === false,
  );
  return setFollowUps(snapshot, new Map(endedCalls.map(([id]) => [id, true])));
}

/** Reopens an answered call as if the agent had just made it; see `Thread.rerunToolCall`. */
export async function rerunToolCall(internals: ThreadInternals, id: string): Promise<RunResult> {
  if (internals.blockedBy()) await internals.blockedBy();
  internals.assertReady();
  const { toolCall } = requireToolCall(internals, id);
  const { name } = toolCall.function;
  if (!internals.tools.getTools().has(name)) {
    throw new AgentKitError(
      "invalid-argument",
      `There is no tool "${name}", so its call cannot run again. Register the tool first.`,
    );
  }
  internals.toolResults.delete(id);
  const reopened = reopenCall(clearFollowUpWishes(internals.getBaseSnapshot()), id);
  const interrupt = reopened.interrupts.find(
    ({ reason, toolCallId }) => reason === TANSTACK_CLIENT_TOOL && toolCallId === id,
  );
  internals.commit(
    interrupt ? recordAnswers(reopened, new Map([[interrupt.id, undefined]]), undefined) : reopened,
    "now",
  );
  return internals.resumeToolCalls();
}
