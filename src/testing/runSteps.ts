import type {
  EventInput,
  RunAgentInput,
  RunFinishedOutcome,
  TokenUsage,
} from "../protocol/events.ts";
import type { ScriptFunction } from "./script.ts";

/** Optional fields of RUN_FINISHED. */
export interface RunFinishedFields {
  /** Outcome of the run. */
  readonly outcome?: RunFinishedOutcome;
  /** The result of the run: a JSON value. */
  readonly result?: unknown;
  /** Tokens used, one entry per provider and model. */
  readonly usage?: TokenUsage[];
}

/** Options of {@link textRun}. */
export interface TextRunOptions {
  /** Id of the message. @defaultValue an id derived from the run id */
  readonly messageId?: string;
  /** Characters per TEXT_MESSAGE_CONTENT. @defaultValue the whole text at once */
  readonly chunk?: number;
}

/**
 * Creates a step that starts the run, with the ids of its input.
 *
 * @example A run of two steps
 * ```ts
 * scriptedAgent([runStarted(), runFinished()]);
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runStarted(): ScriptFunction {
  return ({ threadId, runId }) => ({ type: "RUN_STARTED", threadId, runId });
}

/**
 * Creates a step that finishes the run, with the ids of its input.
 *
 * @example A run that ends with an interrupt
 * ```ts
 * runFinished({ outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation" }] } });
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runFinished(fields: RunFinishedFields = {}): ScriptFunction {
  return ({ threadId, runId }) => ({ type: "RUN_FINISHED", threadId, runId, ...fields });
}

/**
 * Creates a step that fails the run with RUN_ERROR.
 *
 * @example A run that fails with a code
 * ```ts
 * scriptedAgent([runStarted(), runError("The quota is used up.", "RATE_LIMITED")]);
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runError(message: string, code?: string): EventInput {
  return { type: "RUN_ERROR", message, ...(code !== undefined && { code }) };
}

/**
 * Creates a whole run with one assistant message. An empty text results in a message without content.
 *
 * @example A message that streams in deltas
 * ```ts
 * const agent = scriptedAgent(textRun("Hello there", { chunk: 4 }));
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function textRun(text: string, options: TextRunOptions = {}): ScriptFunction {
  return (input: RunAgentInput) => {
    const messageId = options.messageId ?? `${input.runId}-text`;
    const deltas = splitText(text, options.chunk ?? Number.POSITIVE_INFINITY);
    return [
      runStarted(),
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      ...deltas.map((delta): EventInput => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
      { type: "TEXT_MESSAGE_END", messageId },
      runFinished(),
    ];
  };
}

/** Splits a text between characters, never inside a surrogate pair. */
function splitText(text: string, size: number): string[] {
  const characters = Array.from(text);
  const step = Math.max(1, size);
  const result: string[] = [];
  for (let at = 0; at < characters.length; at += step) {
    result.push(characters.slice(at, at + step).join(""));
  }
  return result;
}
