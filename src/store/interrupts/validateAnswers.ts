import { AgentKitError } from "../../protocol/errors.ts";
import type { Interrupt, ResumeEntry } from "../../protocol/events.ts";
import { notValidated } from "../../protocol/issueCodes.ts";
import { describeProblems } from "../../protocol/jsonSchema.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { isLoadFailure, validateJson } from "../jsonSchema/validate.ts";
import { addLoggedIssue, type IssueTarget } from "../thread/addLoggedIssue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { AnswerProblem } from "../thread/threadOptions.ts";

/**
 * Validates answers by the response schemas of their interrupts. When the validator cannot be
 * loaded, an answer counts as valid and an issue is recorded: the server validates it as well.
 *
 * @returns The problems; empty when every answer is valid.
 */
export async function validateAnswers(
  internals: IssueTarget,
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
  validate = validateJson,
): Promise<readonly AnswerProblem[]> {
  const schemas = new Map(interrupts.map(({ id, responseSchema }) => [id, responseSchema]));
  const problems = await Promise.all(
    answers.map(async ({ interruptId, status, payload }) => {
      const schema = schemas.get(interruptId);
      if (status !== "resolved" || !schema) return [];
      try {
        const schemaProblems = await validate(schema, payload, (kind) =>
          addLoggedIssue(internals, kind, interruptId),
        );
        return schemaProblems.map((problem): AnswerProblem => ({ ...problem, interruptId }));
      } catch (error) {
        if (!isLoadFailure(error)) throw error;
        addLoggedIssue(internals, notValidated, interruptId);
        return [];
      }
    }),
  );
  return problems.flat();
}

/** Returns the problems of answers that name an interrupt twice or have an unknown status. */
export function malformedAnswers(answers: readonly ResumeEntry[]): readonly AnswerProblem[] {
  const ids = new Set<string>();
  return answers.flatMap(({ interruptId, status }): readonly AnswerProblem[] => {
    const isFirst = !ids.has(interruptId);
    ids.add(interruptId);
    const problem = { interruptId, path: [] };
    // An application without type checks may pass any status.
    const isKnown = ["resolved", "cancelled"].includes(status);
    if (!isKnown)
      return [
        { ...problem, code: "status", message: 'must have the status "resolved" or "cancelled"' },
      ];
    return isFirst ? [] : [{ ...problem, code: "duplicate", message: "must have one answer only" }];
  });
}

/**
 * Throws when an answer is malformed.
 *
 * @throws AgentKitError `invalid-argument` naming the interrupt
 */
export function assertWellFormed(answers: readonly ResumeEntry[]): void {
  const [problem] = malformedAnswers(answers);
  if (!problem) return;
  throw new AgentKitError(
    "invalid-argument",
    `The interrupt "${problem.interruptId}" ${problem.message}, so nothing was sent. Correct \`resume\`.`,
  );
}

/**
 * Throws when an answer is invalid.
 *
 * @throws AgentKitError `invalid-argument` when an answer does not match the schema of its
 * interrupt
 */
export async function assertValidAnswers(
  internals: ThreadInternals,
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
): Promise<void> {
  const [first, ...others] = await validateAnswers(internals, interrupts, answers);
  if (!first) return;
  const problems = [first, ...others].filter(
    ({ interruptId }) => interruptId === first.interruptId,
  );
  throw new AgentKitError(
    "invalid-argument",
    `The answer to the interrupt "${first.interruptId}" does not match its schema: ${describeProblems(problems)}. ` +
      "Correct the `payload`, or cancel the interrupt.",
  );
}

/**
 * Throws when a resolved answer belongs to an expired interrupt, which can only be cancelled.
 *
 * @throws AgentKitError `invalid-argument` naming the interrupt
 */
export function assertNotExpired(
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
  at: number,
): void {
  const resolved = answers.filter(({ status }) => status === "resolved");
  const resolvedIds = new Set(resolved.map(({ interruptId }) => interruptId));
  for (const interrupt of interrupts) {
    const { id, expiresAt } = interrupt;
    if (!isExpired(interrupt, at)) continue;
    if (resolvedIds.has(id)) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${expiresAt} and can no longer be answered. Cancel it to continue.`,
      );
    }
  }
}

/**
 * True when an interrupt can no longer be answered, only cancelled.
 *
 * @param at - Current time, in milliseconds since the epoch.
 */
export function isExpired({ expiresAt }: Pick<Interrupt, "expiresAt">, at: number): boolean {
  // An invalid date compares as false, so the interrupt stays answerable.
  return expiresAt !== undefined && new Date(expiresAt).getTime() <= at;
}
