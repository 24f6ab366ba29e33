import { AgentKitError } from "../protocol/errors.ts";
import { PROTOCOL_VERSION, type ResumeEntry, type RunAgentInput } from "../protocol/events.ts";
import type { OpenInterrupt } from "../reducer/openInterrupt.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { isExpired } from "./isExpired.ts";
import type { RunParameters } from "./types.ts";

export interface InputParts extends Omit<RunParameters, "state"> {
  readonly runId: string;
}

/**
 * Refuses an answer to an interrupt that has expired: it may only be cancelled.
 *
 * @throws AgentKitError `invalid-argument` naming the interrupt
 */
export function assertAnswerable(
  interrupts: readonly OpenInterrupt[],
  given: readonly ResumeEntry[] = [],
  at: number,
): void {
  for (const interrupt of interrupts) {
    const { id, expiresAt } = interrupt;
    if (!isExpired(interrupt, at)) continue;
    if (given.some(({ interruptId, status }) => interruptId === id && status === "resolved")) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${expiresAt}. Cancel it to go on.`,
      );
    }
  }
}

/**
 * Builds what a run sends: the conversation without activities. `prepareInput` answers what is open.
 *
 * @see https://docs.ag-ui.com/sdk/js/core/types#runagentinput
 */
export function buildInput(snapshot: Snapshot, parts: InputParts): RunAgentInput {
  const { runId, tools = [], context = [], resume = [], forwardedProps = {} } = parts;
  return {
    threadId: snapshot.threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    // As it was when the run began: all that it carries, and nothing predicted.
    state: snapshot.state,
    messages: snapshot.messages.filter(({ role }) => role !== "activity"),
    tools: [...tools],
    context: [...context],
    forwardedProps,
    ...(resume.length > 0 && { resume: [...resume] }),
  };
}
