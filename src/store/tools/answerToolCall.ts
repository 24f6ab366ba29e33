import { AgentKitError } from "../../protocol/errors.ts";
import { TANSTACK_CLIENT_TOOL } from "../../reducer/interruptTypes.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { recordAnswers, reopenCall, setFollowUps } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { continueWhenAnswered } from "./continueWhenAnswered.ts";
import { recordToolResult, requireToolCall } from "./recordToolResult.ts";
import { toolErrors, toResult } from "./toolResult.ts";
import type { ToolCallAnswer } from "./types.ts";

/** Answers a call that waits; see `Thread.answerToolCall`. */
export function answerToolCall(
  internals: ThreadInternals,
  id: string,
  answer: ToolCallAnswer,
): void {
  const { info, toolCall } = requireToolCall(internals, id);
  // A second click, or an answer that came while the server answered: the first counts.
  if (info.resultMessageId !== undefined || info.status === "running") return;
  const { name } = toolCall.function;
  const result =
    "rejected" in answer ? toolErrors.denied(answer.rejected) : toResult(name, answer.value);
  const wish = info.followUp ?? internals.tools.all().get(name)?.followUp !== false;
  // What was declined, or failed, has not done what the tool is for: the agent hears of it.
  recordToolResult(internals, id, result, answer.followUp ?? (wish || result.error !== undefined));
  // The answer to a call of an earlier run goes out with the input that is being made.
  const isOfThisRun = info.runId === internals.getSnapshot().run.runId;
  if (internals.isBusy() && isOfThisRun) internals.turnState.isAnsweredEarly = true;
  continueWhenAnswered(internals);
}

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
export async function rerunToolCall(internals: ThreadInternals, id: string): Promise<RunResult> {
  if (internals.stopping()) await internals.stopping();
  internals.assertReady();
  const { toolCall } = requireToolCall(internals, id);
  const { name } = toolCall.function;
  if (!internals.tools.all().has(name)) {
    throw new AgentKitError(
      "invalid-argument",
      `There is no tool "${name}" here that could run again.`,
    );
  }
  internals.toolResults.delete(id);
  const reopened = reopenCall(withoutRest(internals.getSnapshot()), id);
  const asking = reopened.interrupts.find(
    ({ reason, toolCallId }) => reason === TANSTACK_CLIENT_TOOL && toolCallId === id,
  );
  internals.commit(
    asking ? recordAnswers(reopened, new Map([[asking.id, undefined]]), undefined) : reopened,
    "now",
  );
  return internals.resumeToolCalls();
}
