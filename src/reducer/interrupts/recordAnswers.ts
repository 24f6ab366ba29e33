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
    draft.setField(
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

/** Takes the answer to an open interrupt back, so that the interrupt waits for another one. */
export function takeAnswerBack(snapshot: Snapshot, interruptId: string): Snapshot {
  return updateSnapshot(snapshot, (draft) =>
    draft.setField(
      "interrupts",
      snapshot.interrupts.map((interrupt) => {
        const { id, answer } = interrupt;
        if (id !== interruptId || !answer) return interrupt;
        return { ...withoutAnswer(interrupt), previousAnswer: answer };
      }),
    ),
  );
}
