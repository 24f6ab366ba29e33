import type { ResumeEntry } from "../../protocol/events.ts";
import { recordAnswers } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { newTurn } from "../thread/threadInternals.ts";
import type { AnswerProblem } from "../thread/threadOptions.ts";
import { continueWhenAnswered } from "../tools/continueWhenAnswered.ts";
import { isExpired, validateAnswers } from "./validateAnswers.ts";

/** What keeps an answer from being given at all. */
function rejectedAnswers(
  { getSnapshot, isBusy, now }: ThreadInternals,
  answers: readonly ResumeEntry[],
): readonly AnswerProblem[] {
  const { interrupts, run } = getSnapshot();
  const isSent = isBusy() && run.status !== "executing";
  return answers.flatMap(({ interruptId, status }): readonly AnswerProblem[] => {
    const refuse = (code: string, message: string) => [{ interruptId, path: [], code, message }];
    const interrupt = interrupts.find(({ id }) => id === interruptId);
    if (!interrupt || isSent) return refuse("closed", "is not waiting for an answer any more");
    const isLate = status === "resolved" && isExpired(interrupt, now());
    return isLate ? refuse("expired", "has expired and can only be cancelled") : [];
  });
}

/** Takes answers to open interrupts; see `Thread.resume`. */
export async function resume(
  internals: ThreadInternals,
  answers: readonly ResumeEntry[],
): Promise<readonly AnswerProblem[]> {
  if (answers.length === 0) return [];
  const early = rejectedAnswers(internals, answers);
  if (early.length > 0) return early;
  const wrong = await validateAnswers(internals, internals.getSnapshot().interrupts, answers);
  if (wrong.length > 0) return wrong;
  // While the answers were checked somebody else may have given theirs, or time may have run out.
  const late = rejectedAnswers(internals, answers);
  if (late.length > 0) return late;

  const { interrupts, messages } = internals.getSnapshot();
  const taken = new Map(answers.map((answer) => [answer.interruptId, answer] as const));
  const expired = interrupts.filter(
    ({ id, answer, ...interrupt }) =>
      !taken.has(id) && answer?.status === "resolved" && isExpired(interrupt, internals.now()),
  );
  const changes = new Map<string, ResumeEntry | undefined>(taken);
  // An answer that waited for others for too long counts for nothing; that has to be seen.
  for (const { id } of expired) changes.set(id, undefined);
  internals.commit(recordAnswers(internals.getSnapshot(), changes, messages.at(-1)?.id), "now");
  // Whoever answers the agent wants it to go on, however long it has gone on by itself.
  Object.assign(internals.turnState, newTurn());
  continueWhenAnswered(internals);
  return [];
}
