import {
  anything,
  count,
  expected,
  list,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
} from "./check.ts";
import { attributed, base, event, textRole } from "./event.ts";
import { content } from "./messages.ts";

const usage = list(
  object(
    {},
    {
      provider: string,
      model: string,
      inputTokens: count,
      outputTokens: count,
      totalTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
      cacheWriteInputTokens: count,
    },
  ),
);

const interrupt = object(
  { id: string },
  {
    subagentRunId: string,
    message: string,
    toolCallId: string,
    responseSchema: record,
    expiresAt: string,
    metadata: record,
  },
  { expected: ["reason"] },
);

const runOutcome = variant("type", {
  success: object({ type: string }, { pendingToolCallIds: list(string) }),
  interrupt: object({ type: string, interrupts: list(interrupt, { min: 1 }) }, {}),
  cancelled: object({ type: string }, {}),
});

const text = { messageId: string, delta: string };
/** Before 1.0 the role of a reasoning message was "assistant". */
const reasoningRole = expected(oneOf("reasoning", "assistant"), "reasoning");

/**
 * What the events that nearly every conversation consists of must and may carry, as the
 * protocol's schema says.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const everydayChecks = {
  RUN_STARTED: event({}, { ...base, protocolVersion: string, parentRunId: string }, [
    "threadId",
    "runId",
  ]),
  RUN_FINISHED: event({}, { ...base, result: anything, outcome: nullable(runOutcome), usage }, [
    "threadId",
    "runId",
  ]),
  RUN_ERROR: event({}, { ...base, code: string, usage }, ["message"]),
  TEXT_MESSAGE_START: event({ messageId: string }, { ...attributed, role: textRole, name: string }),
  TEXT_MESSAGE_CONTENT: event(text),
  TEXT_MESSAGE_END: event({ messageId: string }),
  TOOL_CALL_START: event(
    { toolCallId: string, toolCallName: string },
    { ...attributed, parentMessageId: nullable(string) },
  ),
  TOOL_CALL_ARGS: event({ toolCallId: string, delta: string }),
  TOOL_CALL_END: event({ toolCallId: string }),
  TOOL_CALL_RESULT: event(
    { messageId: string, toolCallId: string, content },
    { ...attributed, role: oneOf("tool") },
  ),
  REASONING_START: event({ messageId: string }),
  REASONING_MESSAGE_START: event({ messageId: string, role: reasoningRole }),
  REASONING_MESSAGE_CONTENT: event(text),
  REASONING_MESSAGE_END: event({ messageId: string }),
  REASONING_END: event({ messageId: string }),
  RAW: event({ event: anything }, { ...attributed, source: string }),
};
