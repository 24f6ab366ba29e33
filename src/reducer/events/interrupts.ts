import type { Interrupt, RunFinishedOutcome } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { SPELLING_KEY } from "../../protocol/legacy/constants.ts";
import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import type { OpenInterrupt } from "../interruptTypes.ts";
import { finishRunWith } from "./run.ts";

/** Gives an interrupt without an id one that the same stream always gives it. */
export function deriveInterruptId(draft: Draft, position: number): string {
  return `${draft.now.run.runId ?? draft.now.threadId}:interrupt-${position + 1}`;
}

/** Reads an interrupt as RUN_FINISHED carries it; a draft one remembers its spelling. */
function readInterrupt(draft: Draft, interrupt: Interrupt, position: number): OpenInterrupt {
  const id = interrupt.id === "" ? deriveInterruptId(draft, position) : interrupt.id;
  const mark: unknown = interrupt.metadata?.[SPELLING_KEY];
  if (!isRecord(mark) || mark.spelling !== "draft") {
    return id === interrupt.id ? interrupt : { ...interrupt, id };
  }
  const { [SPELLING_KEY]: _, ...metadata } = interrupt.metadata ?? {};
  return { ...interrupt, id, metadata, spelling: "draft" };
}

/** The interrupts open after a run that ended like this. */
function openInterrupts(
  draft: Draft,
  outcome: RunFinishedOutcome | undefined,
): readonly OpenInterrupt[] {
  if (outcome?.type === "cancelled") return [];
  if (outcome?.type !== "interrupt") return draft.tracking.deferredInterrupts;
  return outcome.interrupts.map((interrupt, position) => readInterrupt(draft, interrupt, position));
}

/** The end of a run that may have opened interrupts, in the spelling of 1.0 or an older one. */
export const interruptHandlers: HandlersOf<"RUN_FINISHED"> = {
  RUN_FINISHED: finishRunWith(openInterrupts),
};
