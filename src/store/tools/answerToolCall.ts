import { AgentKitError } from "../../protocol/errors.ts";
import type { ToolMessage } from "../../protocol/events.ts";
import { findToolCall } from "../../reducer/select.ts";
import { answerCalls } from "../../reducer/transitions.ts";
import { editRun, reopenCall } from "../../reducer/turn.ts";
import { goOnWhenAnswered } from "../goOnWhenAnswered.ts";
import type { ThreadCore } from "../threadCore.ts";
import type { RunResult } from "../types.ts";
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
  const { getSnapshot, commit, listeners, createId, now } = core;
  const { name } = toolCall.function;
  const result =
    "rejected" in answer ? failures.denied(answer.rejected) : toResult(name, answer.value);
  const message: ToolMessage = { id: createId(), role: "tool", toolCallId: id, ...result };
  core.given.set(id, result);
  const isWanted = answer.followUp ?? core.tools.all().get(name)?.followUp ?? true;
  const answered = answerCalls(getSnapshot(), [message], now());
  commit(isWanted ? answered : editRun(answered, { halt: "follow-up" }), "now");
  listeners.notify("onMessage", message);
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
  core.commit(reopenCall(core.getSnapshot(), id), "now");
  return core.takeUp();
}
