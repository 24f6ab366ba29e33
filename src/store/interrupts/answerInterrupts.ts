import type { ResumeEntry } from "../../protocol/events.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { recordAnswers, takeAnswerBack } from "../../reducer/interrupts/recordAnswers.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import { continueWhenAnswered } from "../run/continueWhenAnswered.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { newTurn } from "../thread/threadInternals.ts";
import type { AnswerProblem } from "../thread/threadOptions.ts";
import { isExpired, malformedAnswers, validateAnswers } from "./validateAnswers.ts";

/** True once a run has started that sends the answers, in this tab or in another one. */
function areAnswersSent({ getBaseSnapshot, isBusy }: ThreadInternals): boolean {
  const { run } = getBaseSnapshot();
  return (isBusy() || isRunning(run)) && run.status !== "executing";
}

/** Returns the problems of answers to interrupts that are closed or expired. */
function rejectedAnswers(
  internals: ThreadInternals,
  answers: readonly ResumeEntry[],
): readonly AnswerProblem[] {
  const { getBaseSnapshot, now } = internals;
  const { interrupts } = getBaseSnapshot();
  const isAlreadySent = areAnswersSent(internals);
  const byId = new Map(interrupts.map((interrupt) => [interrupt.id, interrupt]));
  return answers.flatMap(({ interruptId, status }): readonly AnswerProblem[] => {
    const reject = (code: string, message: string) => [{ interruptId, path: [], code, message }];
    const interrupt = byId.get(interruptId);
    if (!interrupt || isAlreadySent)
      return reject("closed", "is not waiting for an answer any more");
    const hasExpired = status === "resolved" && isExpired(interrupt, now());
    return hasExpired ? reject("expired", "has expired and can only be cancelled") : [];
  });
}

/** Records answers to open interrupts; see `Thread.resume`. */
export async function answerInterrupts(
  internals: ThreadInternals,
  answers: readonly ResumeEntry[],
): Promise<readonly AnswerProblem[]> {
  checkArgument("answers", answers);
  if (answers.length === 0) return [];
  assertJson(answers, "answers");
  const malformed = malformedAnswers(answers);
  if (malformed.length > 0) return malformed;
  const rejected = rejectedAnswers(internals, answers);
  if (rejected.length > 0) return rejected;
  const invalid = await validateAnswers(internals, internals.getBaseSnapshot().interrupts, answers);
  if (invalid.length > 0) return invalid;
  // During validation another answer may have been given, or an interrupt may have expired.
  const rejectedMeanwhile = rejectedAnswers(internals, answers);
  if (rejectedMeanwhile.length > 0) return rejectedMeanwhile;

  const { interrupts, messages } = internals.getBaseSnapshot();
  const answersById = new Map(answers.map((answer) => [answer.interruptId, answer] as const));
  const expired = interrupts.filter(
    ({ id, answer, ...interrupt }) =>
      !answersById.has(id) &&
      answer?.status === "resolved" &&
      isExpired(interrupt, internals.now()),
  );
  const changes = new Map<string, ResumeEntry | undefined>(answersById);
  // An answer that expired while it waited for other answers is removed, so that the interface shows the expiry.
  for (const { id } of expired) changes.set(id, undefined);
  internals.commit(recordAnswers(internals.getBaseSnapshot(), changes, messages.at(-1)?.id), "now");
  // An answer of the user starts a new turn, with a new budget of automatic runs.
  Object.assign(internals.turnState, newTurn());
  continueWhenAnswered(internals);
  return [];
}

/** Takes an answer that was not sent back; see `Thread.reopenInterrupt`. */
export function reopenInterrupt(internals: ThreadInternals, interruptId: string): void {
  const before = internals.getBaseSnapshot();
  const interrupt = before.interrupts.find(({ id }) => id === interruptId);
  if (!interrupt?.answer || areAnswersSent(internals)) return;
  const reopened = takeAnswerBack(before, interruptId);
  const { status } = before.run;
  // A thread that could not send the answers, or whose run failed, waits for the user again.
  const isOver = status === "idle" || status === "error";
  internals.commit(isOver ? editRun(reopened, { status: "waiting" }) : reopened, "now");
}
