import type { RunAgentInput } from "./events.ts";
import { isRecord, type UnknownRecord } from "./isRecord.ts";

/** Default time that a stream may stay open after the end of the run, in milliseconds. */
export const DEFAULT_END_MS = 3_000;

/** Observes the runs of a stream, as far as the end of the stream depends on them. */
interface RunEndObserver {
  /** Observes an event of the stream. */
  observe(event: UnknownRecord): void;
  /** True between RUN_STARTED and the end of that run. */
  readonly isActive: boolean;
  /** True when a run of the stream has ended. */
  readonly hasFinished: boolean;
  /** True after RUN_FINISHED or RUN_ERROR, unless a tool of the server still runs. */
  readonly hasEnded: boolean;
}

/**
 * Creates the observer of the stream that responds to an input.
 *
 * @param input - The input of the run, or of the connection; a body that an application has replaced may lack its fields.
 */
export function createRunEndObserver({ tools }: Partial<RunAgentInput>): RunEndObserver {
  /** Ids of calls that a tool of the server may still complete. */
  const openCalls = new Set<unknown>();
  const clientTools = new Set<unknown>(Array.isArray(tools) ? tools.map(({ name }) => name) : []);
  let isActive = false;
  let hasFinished = false;
  return {
    observe({ type, toolCallId, toolCallName, outcome }) {
      if (type === "RUN_STARTED") isActive = true;
      else if (type === "TOOL_CALL_START" && !clientTools.has(toolCallName))
        openCalls.add(toolCallId);
      else if (type === "TOOL_CALL_RESULT") openCalls.delete(toolCallId);
      else if (type === "RUN_FINISHED" || type === "RUN_ERROR") {
        hasFinished = true;
        isActive = false;
        // A run that has an outcome or an error leaves no call to the server.
        if (outcome !== undefined || type === "RUN_ERROR") openCalls.clear();
      }
    },
    get isActive() {
      return isActive;
    },
    get hasFinished() {
      return hasFinished;
    },
    get hasEnded() {
      return hasFinished && !isActive && openCalls.size === 0;
    },
  };
}

/** Observes what an agent yields: one event, or the events that arrived together. */
export function observeYielded(observer: RunEndObserver, yielded: unknown): void {
  if (Array.isArray(yielded)) for (const event of yielded) observeYielded(observer, event);
  else if (isRecord(yielded)) observer.observe(yielded);
}
