import { PROTOCOL_VERSION, type RunAgentInput } from "../../src/protocol/events.ts";
import type { ScriptStep } from "../../src/testing.ts";

/** A whole run around what it does. */
export function run(
  { threadId, runId }: RunAgentInput,
  steps: readonly ScriptStep[],
): ScriptStep[] {
  return [
    { type: "RUN_STARTED", threadId, runId, protocolVersion: PROTOCOL_VERSION },
    // A model takes a moment to begin.
    { delayMs: 350 },
    ...steps,
    { type: "RUN_FINISHED", threadId, runId, outcome: { type: "success" } },
  ];
}
