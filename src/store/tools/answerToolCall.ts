import type { ThreadInternals } from "../thread/threadInternals.ts";
import { continueWhenAnswered } from "./continueWhenAnswered.ts";
import { recordToolResult, requireToolCall } from "./recordToolResult.ts";
import { toolErrors, toResult } from "./toolResult.ts";
import type { ToolCallAnswer } from "./types.ts";

/** Answers a call that waits; see `Thread.answerToolCall`. */
export function answerToolCall(core: ThreadInternals, id: string, answer: ToolCallAnswer): void {
  const { info, toolCall } = requireToolCall(core, id);
  // A second click, or an answer that came while the server answered: the first counts.
  if (info.resultMessageId !== undefined || info.status === "running") return;
  const { name } = toolCall.function;
  const result =
    "rejected" in answer ? toolErrors.denied(answer.rejected) : toResult(name, answer.value);
  const wish = info.followUp ?? core.tools.all().get(name)?.followUp !== false;
  // What was declined, or failed, has not done what the tool is for: the agent hears of it.
  recordToolResult(core, id, result, answer.followUp ?? (wish || result.error !== undefined));
  // The answer to a call of an earlier run goes out with the input that is being made.
  const isOfThisRun = info.runId === core.getSnapshot().run.runId;
  if (core.isBusy() && isOfThisRun) core.turnState.isAnsweredEarly = true;
  continueWhenAnswered(core);
}
