import {
  type Interrupt,
  PROTOCOL_VERSION,
  type RunAgentInput,
  type RunFinishedOutcome,
  type TokenUsage,
} from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** A whole run around what it does, and what it used where the agent tells. */
export function run(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  usage?: TokenUsage[],
): ScriptStep[] {
  return around(input, steps, { type: "success" }, usage);
}

/** A run that leaves tool calls for the page to answer, in the next input's messages. */
export function runUntilAnswered(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  pendingToolCallIds: string[],
): ScriptStep[] {
  return around(input, steps, { type: "success", pendingToolCallIds });
}

/** A run that stops to ask; the next input answers every question in its `resume`. */
export function runUntilResumed(
  input: RunAgentInput,
  steps: readonly ScriptStep[],
  interrupts: Interrupt[],
): ScriptStep[] {
  return around(input, steps, { type: "interrupt", interrupts });
}

/** A run that refuses its input. */
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
    // A model takes a moment to begin.
    { delayMs: 350 },
    ...steps,
    { type: "RUN_FINISHED", threadId, runId, outcome, ...(usage && { usage }) },
  ];
}
