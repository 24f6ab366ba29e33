import { attributed, base, event, textRole } from "./baseEvent.ts";
import { anything, count, list, nullable, object, oneOf, simple, string, text } from "./check.ts";

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

/** The outcome of a run that completed. */
export const success = object({ type: oneOf("success") }, { pendingToolCallIds: list(string) });

/** Refuses what makes an event take more to read than an everyday one. */
const more = simple(() => false);

export const runStarted = { ...base, protocolVersion: string, parentRunId: string };
export const runFinished = { ...base, result: anything, usage };

/** What every run event should name. */
export const runIds = { threadId: text, runId: text };

/**
 * What the events that nearly every conversation consists of must and may carry, as the
 * protocol's schema says.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const everydayChecks = {
  RUN_STARTED: event({}, { ...runStarted, input: more }, runIds),
  RUN_FINISHED: event({}, { ...runFinished, outcome: nullable(success), interrupt: more }, runIds),
  RUN_ERROR: event({}, { ...base, code: string, usage }, { message: text }),
  TEXT_MESSAGE_START: event({ messageId: string }, { ...attributed, role: textRole, name: string }),
  TEXT_MESSAGE_CONTENT: event({ messageId: string, delta: string }),
  TEXT_MESSAGE_END: event({ messageId: string }),
  RAW: event({ event: anything }, { ...attributed, source: string }),
};
