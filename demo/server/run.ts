import {
  type Interrupt,
  PROTOCOL_VERSION,
  type RunAgentInput,
  type RunFinishedOutcome,
  type TokenUsage,
} from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** Wraps steps in a run, with the usage if the agent reports it. */
export function run(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  usage?: TokenUsage[],
): ScriptStep[] {
  return around(input, steps, { type: "success" }, usage);
}

/**
 * Creates a run that leaves tool calls to the page; the next input contains the results as
 * messages.
 */
export function runUntilAnswered(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  pendingToolCallIds: string[],
): ScriptStep[] {
  return around(input, steps, { type: "success", pendingToolCallIds });
}

/** Creates a run that ends with interrupts; the next input answers all of them in `resume`. */
export function runUntilResumed(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  interrupts: Interrupt[],
): ScriptStep[] {
  return around(input, steps, { type: "interrupt", interrupts });
}

/** Creates a run that rejects its input. */
export function refusedRun({ threadId, runId }: RunAgentInput, message: string): ScriptStep[] {
  return [
    { type: "RUN_STARTED", threadId, runId, protocolVersion: PROTOCOL_VERSION },
    { type: "RUN_ERROR", message, code: "invalid-input" },
  ];
}

function around(
  { threadId, runId }: RunAgentInput,
  steps: readonly ScriptStep[],
  outcome: RunFinishedOutcome,
  usage?: TokenUsage[],
): ScriptStep[] {
  return [
    { type: "RUN_STARTED", threadId, runId, protocolVersion: PROTOCOL_VERSION },
    // Simulates the latency of a model.
    { delayMs: 350 },
    ...steps,
    { type: "RUN_FINISHED", threadId, runId, outcome, ...(usage && { usage }) },
  ];
}
