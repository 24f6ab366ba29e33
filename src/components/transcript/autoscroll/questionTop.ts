import { QUESTION_MARGIN } from "./geometry.ts";
import { offsetOf } from "./scrollAnchor.ts";

/** Cards that wait for the user, and the application's replacements for them. */
const QUESTION_SELECTOR =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-waiting-for-user]";

/**
 * @internal Returns the scroll position that shows the first open question from its beginning, when it does
 * not fit.
 */
export function findQuestionTop(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const openQuestion = [...content.querySelectorAll(QUESTION_SELECTOR)].find(
    (element) => !isAwaitingSubagent(element),
  );
  // A slot has `display: contents` and no box.
  const question = openQuestion?.matches(".agk-slot")
    ? openQuestion.firstElementChild
    : openQuestion;
  if (!question) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, question) - QUESTION_MARGIN;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** True for a tool call whose sub-agent works, so that the call itself does not ask. */
function isAwaitingSubagent(question: Element): boolean {
  return question.querySelector(":scope > summary > [data-icon='none']") !== null;
}
