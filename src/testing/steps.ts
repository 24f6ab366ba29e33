import type {
  EventInput,
  RunAgentInput,
  RunFinishedOutcome,
  TokenUsage,
} from "../protocol/events.ts";
import type { ScriptFunction } from "./script.ts";

/** What RUN_FINISHED may carry. */
export interface RunFinishedFields {
  readonly outcome?: RunFinishedOutcome;
  readonly result?: unknown;
  readonly usage?: TokenUsage[];
}

/** How {@link textRun} writes. */
export interface TextRunOptions {
  /** @defaultValue an id of its own for every run */
  readonly messageId?: string;
  /** Characters per TEXT_MESSAGE_CONTENT. @defaultValue the whole text at once */
  readonly chunk?: number;
}

/**
 * A step that starts the run, with the ids of its input.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runStarted(): ScriptFunction {
  return ({ threadId, runId }) => ({ type: "RUN_STARTED", threadId, runId });
}

/**
 * A step that finishes the run, with the ids of its input.
 *
 * @example A run that waits for an answer
 * ```ts
 * runFinished({ outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation" }] } });
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runFinished(fields: RunFinishedFields = {}): ScriptFunction {
  return ({ threadId, runId }) => ({ type: "RUN_FINISHED", threadId, runId, ...fields });
}

/**
 * A step in which the agent reports that it failed.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function runError(message: string, code?: string): EventInput {
  return { type: "RUN_ERROR", message, ...(code !== undefined && { code }) };
}

/**
 * A whole run in which the assistant says `text` and nothing else. An empty text is a message
 * without content.
 *
 * @example An answer that arrives in pieces
 * ```ts
 * const agent = scriptedAgent(textRun("Hello there", { chunk: 4 }));
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function textRun(text: string, options: TextRunOptions = {}): ScriptFunction {
  return (input: RunAgentInput) => {
    const messageId = options.messageId ?? `${input.runId}-text`;
    const deltas = pieces(text, options.chunk ?? Number.POSITIVE_INFINITY);
    return [
      runStarted(),
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      ...deltas.map((delta): EventInput => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
      { type: "TEXT_MESSAGE_END", messageId },
      runFinished(),
    ];
  };
}

/** Cuts between characters, not inside one that takes two UTF-16 code units. */
function pieces(text: string, size: number): string[] {
  const characters = Array.from(text);
  const step = Math.max(1, size);
  const result: string[] = [];
  for (let at = 0; at < characters.length; at += step) {
    result.push(characters.slice(at, at + step).join(""));
  }
  return result;
}
