import { AgentKitError } from "../../protocol/errors.ts";
import { findToolCall } from "../../reducer/select.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { recordAnswers, reopenCall, setFollowUps } from "../../reducer/turn.ts";
import { CLIENT_TOOL } from "../clientTool.ts";
import { goOnWhenAnswered } from "../goOnWhenAnswered.ts";
import type { ThreadCore } from "../threadCore.ts";
import type { RunResult } from "../types.ts";
import { giveAnswer } from "./giveAnswer.ts";
import { failures, toResult } from "./results.ts";
import type { ToolCallAnswer } from "./types.ts";

function foundCall<TState>({ getSnapshot }: ThreadCore<TState>, id: string) {
  const found = findToolCall(getSnapshot(), id);
  if (found) return found;
  throw new AgentKitError("invalid-argument", `There is no tool call "${id}" in this thread.`);
}

/** Answers a call that waits; see `Thread.answerToolCall`. */
export function answerToolCall<TState>(
  core: ThreadCore<TState>,
  id: string,
  answer: ToolCallAnswer,
): void {
  const { info, toolCall } = foundCall(core, id);
  // A second click, or an answer that came while the server answered: the first counts.
  if (info.resultMessageId !== undefined || info.status === "running") return;
  const { name } = toolCall.function;
  const result =
    "rejected" in answer ? failures.denied(answer.rejected) : toResult(name, answer.value);
  const wish = info.followUp ?? core.tools.all().get(name)?.followUp !== false;
  // What was declined, or failed, has not done what the tool is for: the agent hears of it.
  giveAnswer(core, id, result, answer.followUp ?? (wish || result.error !== undefined));
  // The answer to a call of an earlier run goes out with the input that is being made.
  const isOfThisRun = info.runId === core.getSnapshot().run.runId;
  if (core.isBusy() && isOfThisRun) core.memory.isAnsweredEarly = true;
  goOnWhenAnswered(core);
}

/** Where a turn has ended as a tool wanted, whoever goes on with it wants something else. */
function withoutRest<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  const { run, toolCalls } = snapshot;
  if (run.halt !== "follow-up") return snapshot;
  const ofTurn = Object.entries(toolCalls).filter(
    ([, { runId, followUp }]) => runId === run.runId && followUp === false,
  );
  return setFollowUps(snapshot, new Map(ofTurn.map(([id]) => [id, true])));
}

/** Takes a call up again, as if the agent had just made it; see `Thread.rerunToolCall`. */
export async function rerunToolCall<TState>(
  core: ThreadCore<TState>,
  id: string,
): Promise<RunResult> {
  const { toolCall } = foundCall(core, id);
  const { name } = toolCall.function;
  if (!core.tools.all().has(name)) {
    throw new AgentKitError(
      "invalid-argument",
      `There is no tool "${name}" here that could run again.`,
    );
  }
  core.given.delete(id);
  const reopened = reopenCall(withoutRest(core.getSnapshot()), id);
  const asking = reopened.interrupts.find(
    ({ reason, toolCallId }) => reason === CLIENT_TOOL && toolCallId === id,
  );
  core.commit(
    asking ? recordAnswers(reopened, new Map([[asking.id, undefined]]), undefined) : reopened,
    "now",
  );
  return core.takeUp();
}
