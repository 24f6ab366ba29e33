import { AgentKitError } from "../../protocol/errors.ts";
import { findToolCall } from "../../reducer/select.ts";
import { editRun, recordAnswers, reopenCall } from "../../reducer/turn.ts";
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
  giveAnswer(
    core,
    id,
    "rejected" in answer ? failures.denied(answer.rejected) : toResult(name, answer.value),
  );
  const { run, interrupts } = core.getSnapshot();
  const isStreaming = core.isBusy() && run.status !== "executing";
  if (isStreaming) core.answeredEarly.add(id);
  // A person who declines has not done what the tool is for: the agent hears of it.
  const wantsMore = "rejected" in answer || !core.restful.has(id);
  const wantsRest = !(answer.followUp ?? wantsMore);
  // An agent that was interrupted waits for its answers, whatever is wanted of a call beside them.
  if (wantsRest && interrupts.length === 0) {
    core.commit(editRun(core.getSnapshot(), { halt: "follow-up" }), "now");
  }
  goOnWhenAnswered(core);
}

/** Runs the handler of a call again; see `Thread.rerunToolCall`. */
export async function rerunToolCall<TState>(
  core: ThreadCore<TState>,
  id: string,
): Promise<RunResult> {
  const { toolCall } = foundCall(core, id);
  const { name } = toolCall.function;
  if (!core.tools.all().get(name)?.handler) {
    throw new AgentKitError(
      "invalid-argument",
      `The tool "${name}" has no handler here that could run again.`,
    );
  }
  core.given.delete(id);
  const reopened = reopenCall(core.getSnapshot(), id);
  const asking = reopened.interrupts.find(
    ({ reason, toolCallId }) => reason === CLIENT_TOOL && toolCallId === id,
  );
  core.commit(
    asking ? recordAnswers(reopened, new Map([[asking.id, undefined]]), undefined) : reopened,
    "now",
  );
  return core.takeUp();
}
