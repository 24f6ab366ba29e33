import type { ResumeEntry } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { withoutAnswer } from "../interruptTypes.ts";
import type { Snapshot } from "../snapshot.ts";
import { updateSnapshot } from "../updateSnapshot.ts";

/** Records answers to open interrupts; `undefined` removes an answer. */
export function recordAnswers(
  snapshot: Snapshot,
  answers: ReadonlyMap<string, ResumeEntry | undefined>,
  afterMessageId: string | undefined,
): Snapshot {
  return updateSnapshot(snapshot, (draft) =>
    draft.set(
      "interrupts",
      snapshot.interrupts.map((interrupt) => {
        if (!answers.has(interrupt.id)) return interrupt;
        const open = withoutAnswer(interrupt);
        const answer = answers.get(interrupt.id);
        return answer ? { ...open, ...omitUndefined({ answer, afterMessageId }) } : open;
      }),
    ),
  );
}
