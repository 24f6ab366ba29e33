import { AgentKitError } from "../../protocol/errors.ts";
import type { ResumeEntry } from "../../protocol/events.ts";
import { findAbandonedInterrupts } from "../../reducer/interrupts/abandonedInterrupts.ts";
import { recordAnswers } from "../../reducer/interrupts/recordAnswers.ts";
import {
  isTanStackInterrupt,
  type OpenInterrupt,
  TANSTACK_CLIENT_TOOL,
} from "../../reducer/interruptTypes.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { RunParameters } from "../thread/threadOptions.ts";
import { isExpired } from "./validateAnswers.ts";

/**
 * True when open interrupts must be cancelled by a run of their own before a message is sent. Servers that store the
 * interrupted run (Strands, Mastra, LangGraph) read only the answers of a request that resumes, and lose a message in it.
 */
export function mustCancelFirst({ interrupts, toolCalls, tracking }: Snapshot): boolean {
  if (tracking.abandonedInterrupts.length > 0) return true;
  return interrupts.some((interrupt) => {
    const { format, toolCallId = "", isAnswerReceived } = interrupt;
    const call = getOwn(toolCalls, toolCallId);
    // A call in the conversation is answered by this client. An answer that the agent has received is sent again by that
    // run instead of a cancellation, as by `retry`.
    const isAnswerable = !isAnswerReceived && call !== undefined && isUnanswered(call);
    // TanStack and the draft read both the answers and a message.
    return !isAnswerable && format !== "draft" && !isTanStackInterrupt(interrupt);
  });
}

/**
 * Cancels the open interrupts by a run on the branch that is left. The next run knows nothing of them, and a server that
 * stores the interrupted run (Strands, Mastra, LangGraph) would refuse it; CopilotKit would answer only the cancellation.
 */
export async function cancelBeforeBranch(
  internals: ThreadInternals,
  parameters: RunParameters,
): Promise<void> {
  if (parameters.resume || findAbandonedInterrupts(internals.getBaseSnapshot(), []).length === 0)
    return;
  const { outcome } = await internals.runCancellingInterrupts(
    parameters,
    withoutUserAnswers(internals.getBaseSnapshot()),
  );
  if (outcome === "cancelled") {
    throw new AgentKitError(
      "interrupts-open",
      "The run that cancels the open interrupts was stopped, so the next run was not started. Start it again.",
    );
  }
  // A listener may have started another run.
  internals.assertReady();
}

/**
 * Returns the snapshot without the user's answers to open interrupts, which a later action supersedes.
 *
 * @param isSuperseded - True for an interrupt whose answer is removed, by default each.
 */
function withoutUserAnswers(
  snapshot: Snapshot,
  isSuperseded: (interrupt: OpenInterrupt) => boolean = () => true,
): Snapshot {
  const superseded = snapshot.interrupts.filter(
    (interrupt) =>
      interrupt.answer && interrupt.reason !== TANSTACK_CLIENT_TOOL && isSuperseded(interrupt),
  );
  if (superseded.length === 0) return snapshot;
  const removed = new Map(superseded.map(({ id }) => [id, undefined]));
  return recordAnswers(snapshot, removed, undefined);
}

/** Returns the snapshot without the answers that a message supersedes: those not received by the agent, or expired. */
export function withoutUnsentAnswers({ getBaseSnapshot, now }: ThreadInternals): Snapshot {
  return withoutUserAnswers(
    getBaseSnapshot(),
    (interrupt) => !interrupt.isAnswerReceived || isExpired(interrupt, now()),
  );
}

/** Returns answers that cancel interrupts; answers of tools stay, because the tool has run. */
export function cancelAll(interrupts: readonly OpenInterrupt[]): readonly ResumeEntry[] {
  return interrupts.map(
    ({ id, answer }): ResumeEntry => answer ?? { interruptId: id, status: "cancelled" },
  );
}
