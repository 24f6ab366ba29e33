import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { createRunEndObserver } from "../../protocol/runEnd.ts";
import { createForeignError } from "../../protocol/validation/foreignError.ts";
import { isProtocolEvent, readFrame } from "../../protocol/validation/readFrame.ts";

/** Progress of a stream of events, as far as its end and its timeouts depend on it. */
export interface StreamProgress {
  /** Reads frames in the order in which they arrive; values that are not events count as output. */
  observeFrames(frames: readonly unknown[]): void;
  /** Number of events that have arrived; other frames and events of an unknown type do not count. */
  readonly eventCount: number;
  /** True when an event has arrived that is more than the start of a run or a snapshot. */
  readonly hasOutput: boolean;
  /** True after `[DONE]`, and after RUN_FINISHED or RUN_ERROR, unless a tool of the server still runs. */
  readonly hasEnded: boolean;
  /** Number of events that bring content or start a run. */
  readonly completingCount: number;
  /** The first frames that are not events, while none is an event. */
  readonly unknownFrames: readonly unknown[];
  /** Records that the server has sent `[DONE]`. */
  markDone(): void;
  /**
   * Returns the event that is missing at the end of a stream. It is RUN_ERROR with the words of a text such as "Error: no
   * quota". It is RUN_FINISHED when the stream has output and ended with `[DONE]`; without a RUN_STARTED, when it has content.
   */
  missingEnd(): readonly EventInput[];
}

/** Number of unknown frames that are searched for the format of another system. */
const MAX_UNKNOWN = 30;

/** Types of events that show nothing to the user. */
const PREPARATION: ReadonlySet<unknown> = new Set([
  "RUN_STARTED",
  "STEP_STARTED",
  "STATE_SNAPSHOT",
  "MESSAGES_SNAPSHOT",
  "RAW",
]);

/** Types of events with content, also without a RUN_STARTED before them. */
const CONTENT = /^(TEXT|REASONING|THINKING|TOOL_CALL|ACTIVITY)_/;

/** Names of heartbeats that a server sends: as text, as the type of an object, or as an SSE event. */
export const HEARTBEAT = /^(ping|pong|heart[-_ ]?beat|keep[-_ ]?alive|noop)$/i;

/** Text in which a server states its failure, such as "ValueError: no quota". */
const ERROR_TEXT = /^\s*\w*(error|exception)\s*:\s*\S/i;

function isHeartbeat(frame: unknown): boolean {
  if (!isRecord(frame)) return typeof frame === "string" && HEARTBEAT.test(frame.trim());
  const { type } = frame;
  return typeof type === "string" ? HEARTBEAT.test(type) : Object.keys(frame).length === 0;
}

/**
 * Creates the progress of the stream that responds to an input.
 *
 * @param input - The input of the run, or of the connection; a body that an application has replaced may lack its fields.
 */
export function createStreamProgress(input: Partial<RunAgentInput> = {}): StreamProgress {
  const runEnd = createRunEndObserver(input);
  const { threadId = "", runId = "" } = input;
  let eventCount = 0;
  let hasOutput = false;
  let hasContent = false;
  const unknownFrames: unknown[] = [];
  let isDone = false;
  let errorText: string | undefined;

  function observeEvent(event: Readonly<Record<string, unknown>>): void {
    const { type } = event;
    eventCount += 1;
    runEnd.observeEvent(event);
    if (!PREPARATION.has(type)) hasOutput = true;
    hasContent ||= CONTENT.test(String(type));
  }

  return {
    observeFrames(frames) {
      for (const frame of frames) {
        if (isProtocolEvent(frame)) {
          observeEvent(frame);
        } else if (!isHeartbeat(frame)) {
          const events = readFrame(frame).filter(isProtocolEvent);
          if (events.length === 0 && unknownFrames.length < MAX_UNKNOWN) unknownFrames.push(frame);
          if (typeof frame === "string" && ERROR_TEXT.test(frame)) errorText = frame.trim();
          for (const event of events) observeEvent(event);
        }
      }
    },
    get eventCount() {
      return eventCount;
    },
    get hasOutput() {
      return hasOutput || unknownFrames.length > 0;
    },
    get hasEnded() {
      return isDone || runEnd.hasEnded;
    },
    get completingCount() {
      return runEnd.completingCount;
    },
    get unknownFrames() {
      return eventCount > 0 ? [] : unknownFrames;
    },
    markDone() {
      isDone = true;
    },
    missingEnd() {
      const { hasOpenRunOrText, hasFinished } = runEnd;
      if (errorText !== undefined && (hasOpenRunOrText || !hasFinished))
        return [createForeignError({ message: errorText })];
      const lacksEnd = hasOpenRunOrText ? hasOutput : hasContent && !hasFinished;
      if (!isDone || !lacksEnd) return [];
      // The reducer reports an issue for a RUN_FINISHED that was made of a `[DONE]`.
      return [{ type: "RUN_FINISHED", threadId, runId, rawEvent: DONE }];
    },
  };
}

/** Data of the Server-Sent Event with which some servers end a stream. */
export const DONE = "[DONE]";
