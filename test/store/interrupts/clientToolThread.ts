import { createThread, type EventInput, type Interrupt, type Thread } from "../../../src/core.ts";
import {
  runFinished,
  runStarted,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from "../../../src/testing.ts";
import { call, callEvents } from "../tools/calls.ts";
import { interruptRun } from "./interruptThread.ts";

/** Returns the interrupt with which TanStack passes the call of a frontend tool. */
export const clientToolInterrupt = (toolCallId: string): Partial<Interrupt> => ({
  id: `client_tool_${toolCallId}`,
  reason: "tanstack:client_tool_execution",
  toolCallId,
  responseSchema: {},
  metadata: { "tanstack:interruptBinding": { interruptedRunId: "run-1" } },
});

const result = (toolCallId: string, content: string): EventInput => ({
  type: "TOOL_CALL_RESULT",
  messageId: `result-${toolCallId}`,
  toolCallId,
  content,
});

/** TanStack's next run, which starts with the results. */
export const resultsRun: Script = (input) => [
  ...[input.resume ?? []]
    .flat()
    .map(({ interruptId, payload }) =>
      result(interruptId.replace("client_tool_", ""), JSON.stringify(payload)),
    ),
  runStarted(),
  { type: "TEXT_MESSAGE_CHUNK", messageId: "m9", delta: "Done" },
  runFinished(),
];

/** Creates a thread whose agent passes these calls of `paint` and then plays these runs. */
export function createClientToolThread(
  after: readonly Script[],
  ...ids: readonly string[]
): { readonly agent: ScriptedAgent; readonly thread: Thread } {
  const calls = ids.map((id) => call("paint", { id }, id));
  const agent = scriptedAgent(
    interruptRun(ids.map(clientToolInterrupt), ...callEvents(calls, "m1")),
    ...after,
  );
  return { agent, thread: createThread({ agent }) };
}
