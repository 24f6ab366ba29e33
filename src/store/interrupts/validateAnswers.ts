import { AgentKitError } from "../../protocol/errors.ts";
import type { ResumeEntry } from "../../protocol/events.ts";
import type { OpenInterrupt } from "../../reducer/interruptTypes.ts";
import { describeProblems, validateJson } from "../jsonSchema/validate.ts";
import type { AnswerProblem } from "../thread/threadOptions.ts";
import { isExpired } from "./isExpired.ts";

/** What is wrong with answers to open interrupts, by the schemas of their answers. */
export async function validateAnswers(
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
): Promise<readonly AnswerProblem[]> {
  const problems = await Promise.all(
    answers.map(async ({ interruptId, status, payload }) => {
      const schema = interrupts.find(({ id }) => id === interruptId)?.responseSchema;
      if (status !== "resolved" || !schema) return [];
      const found = await validateJson(schema, payload);
      return found.map((problem): AnswerProblem => ({ ...problem, interruptId }));
    }),
  );
  return problems.flat();
}

/** Refuses answers that are not what their interrupts ask for. */
export async function assertAnswers(
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
): Promise<void> {
  const [first, ...others] = await validateAnswers(interrupts, answers);
  if (!first) return;
  const problems = [first, ...others].filter(
    ({ interruptId }) => interruptId === first.interruptId,
  );
  throw new AgentKitError(
    "invalid-argument",
    `The answer to the interrupt "${first.interruptId}" is not what it asks for: ${describeProblems(problems)}.`,
  );
}

/**
 * Rejects a resolved answer to an expired interrupt, which can only be cancelled.
 *
 * @throws AgentKitError `invalid-argument` naming the interrupt
 */
export function assertNotExpired(
  interrupts: readonly OpenInterrupt[],
  answers: readonly ResumeEntry[],
  at: number,
): void {
  for (const interrupt of interrupts) {
    const { id, expiresAt } = interrupt;
    if (!isExpired(interrupt, at)) continue;
    if (answers.some(({ interruptId, status }) => interruptId === id && status === "resolved")) {
      throw new AgentKitError(
        "invalid-argument",
        `The interrupt "${id}" expired at ${expiresAt}. Cancel it to go on.`,
      );
    }
  }
}
