import type { Draft } from "../draft.ts";
import type { Handler, HandlersOf } from "../handlers.ts";
import { settleDraft } from "./flushDeferred.ts";
import { interruptHandlers } from "./interrupts.ts";
import { runHandlers } from "./run.ts";

/** Settles what is held before a run ends: only events that are late themselves leave anything to hold. */
const settledBefore =
  <T extends "RUN_FINISHED" | "RUN_ERROR">(end: Handler<T>): Handler<T> =>
  (draft: Draft, event) => {
    settleDraft(draft);
    end(draft, event);
  };

/**
 * The ends of runs that have seen more than everyday events.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const runFinishedHandlers: HandlersOf<"RUN_FINISHED" | "RUN_ERROR"> = {
  RUN_FINISHED: settledBefore(interruptHandlers.RUN_FINISHED),
  RUN_ERROR: settledBefore(runHandlers.RUN_ERROR),
};
