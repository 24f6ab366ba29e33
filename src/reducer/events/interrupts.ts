import type { Interrupt, RunFinishedOutcome } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { SPELLING_KEY } from "../../protocol/legacy/constants.ts";
import type { OpenInterrupt } from "../interruptTypes.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Derives an id for an interrupt without one; a replay of the same stream derives the same id. */
export function deriveInterruptId(draft: SnapshotDraft, position: number): string {
  return `${draft.now.run.runId ?? draft.now.threadId}:interrupt-${position + 1}`;
}

/** Reads an interrupt of RUN_FINISHED and records the spelling of a draft one. */
function readInterrupt(
  draft: SnapshotDraft,
  interrupt: Interrupt,
  position: number,
): OpenInterrupt {
  const id = interrupt.id === "" ? deriveInterruptId(draft, position) : interrupt.id;
  const mark: unknown = interrupt.metadata?.[SPELLING_KEY];
  if (!isRecord(mark) || mark.spelling !== "draft") {
    return id === interrupt.id ? interrupt : { ...interrupt, id };
  }
  const { [SPELLING_KEY]: _, ...metadata } = interrupt.metadata ?? {};
  return { ...interrupt, id, metadata, spelling: "draft" };
}

/** Returns the interrupts that a run with this outcome leaves open. */
export function interruptsAfterRun(
  draft: SnapshotDraft,
  outcome: RunFinishedOutcome | undefined,
): readonly OpenInterrupt[] {
  if (outcome?.type === "cancelled") return [];
  if (outcome?.type !== "interrupt") return draft.tracking.deferredInterrupts;
  return outcome.interrupts.map((interrupt, position) => readInterrupt(draft, interrupt, position));
}
