import { isCutOff } from "../../hooks/tools/useToolAnswer.ts";
import { isErrorLike } from "../../selectors/isErrorLike.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";

/**
 * Status of a tool call in its card. `warning`: a complete call whose result reads like an error; `unfinished`: the call
 * was interrupted, or its run ended without a result; `answered`: the user's answer waits for other answers.
 */
export type CardStatus = ToolCallView["status"] | "warning" | "unfinished" | "answered";

/** Returns the status that the card of a call shows. */
export function cardStatusOf(call: ToolCallView): CardStatus {
  const { status, result, interrupts } = call;
  if (status === "failed" && (!result || isCutOff(call))) return "unfinished";
  if (status === "complete" && result && isErrorLike(result)) return "warning";
  // Answers to interrupts are sent together, so an answered call may wait for the other answers.
  return status === "pending" && interrupts.length > 0 ? "answered" : status;
}
