import { QUESTION_MARGIN } from "./geometry.ts";
import { offsetOf } from "./scrollAnchor.ts";

/** What waits for a person: the cards, and what an application draws in their place. */
const QUESTION_SELECTOR =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-asking]";

/** @internal How far to scroll to see the first open question from its beginning, when not all fits. */
export function findQuestionTop(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const openQuestion = [...content.querySelectorAll(QUESTION_SELECTOR)].find(
    (one) => !isAwaitingSubagent(one),
  );
  // A slot has no box of its own.
  const question = openQuestion?.matches(".agk-slot")
    ? openQuestion.firstElementChild
    : openQuestion;
  if (!question) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, question) - QUESTION_MARGIN;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** Whether it is a call whose sub-agent is at work, so that it is not the call that asks. */
function isAwaitingSubagent(question: Element): boolean {
  return question.querySelector(":scope > summary > [data-icon='none']") !== null;
}
