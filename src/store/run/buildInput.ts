import { PROTOCOL_VERSION, type RunAgentInput } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { RunParameters } from "../thread/threadOptions.ts";

export interface InputParts extends Omit<RunParameters, "state"> {
  readonly runId: string;
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
