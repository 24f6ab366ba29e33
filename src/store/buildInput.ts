import { AgentKitError } from "../protocol/errors.ts";
import { PROTOCOL_VERSION, type ResumeEntry, type RunAgentInput } from "../protocol/events.ts";
import type { OpenInterrupt, Snapshot } from "../reducer/snapshot.ts";
import type { RunParameters } from "./types.ts";

export interface InputParts extends Omit<RunParameters, "state"> {
  readonly runId: string;
  /** Now, in milliseconds since the epoch. */
  readonly at: number;
}

function isExpired({ expiresAt }: OpenInterrupt, at: number): boolean {
  return expiresAt !== undefined && new Date(expiresAt).getTime() <= at;
}

/** One answer for every open interrupt, in their order; what was not answered is cancelled. */
function answersTo(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[],
  at: number,
): ResumeEntry[] {
  const answers = interrupts.map((interrupt): ResumeEntry => {
    const { id } = interrupt;
    const answer = given.find(({ interruptId }) => interruptId === id);
    if (!answer) return { interruptId: id, status: "cancelled" };
    if (answer.status === "resolved" && isExpired(interrupt, at)) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${interrupt.expiresAt} and can no longer be answered. Cancel it to go on.`,
      );
    }
    return answer;
  });
  const known = new Set(interrupts.map(({ id }) => id));
  return [...answers, ...given.filter(({ interruptId }) => !known.has(interruptId))];
}

/**
 * Builds what a run sends: the conversation without activities, and one answer for every open
 * interrupt.
 *
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parts: InputParts): RunAgentInput {
  const { runId, at, tools = [], context = [], resume = [], forwardedProps = {} } = parts;
  const answers = answersTo(snapshot.interrupts, resume, at);
  return {
    threadId: snapshot.threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    state: snapshot.visibleState,
    messages: snapshot.messages.filter(({ role }) => role !== "activity"),
    tools: [...tools],
    context: [...context],
    forwardedProps,
    ...(answers.length > 0 && { resume: answers }),
  };
}
