import { HEADROOM } from "./geometry.ts";
import { offsetOf } from "./scrollAnchor.ts";

/** What waits for a person: the cards, and what an application draws in their place. */
const QUESTION =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-asking]";

/** @internal How far to scroll to see the first open question from its beginning, when not all fits. */
export function startOfQuestion(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const found = [...content.querySelectorAll(QUESTION)].find((one) => !isLeftToOthers(one));
  // A slot has no box of its own.
  const question = found?.matches(".agk-slot") ? found.firstElementChild : found;
  if (!question) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, question) - HEADROOM;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** Whether it is a call whose sub-agent is at work, so that it is not the call that asks. */
function isLeftToOthers(question: Element): boolean {
  return question.querySelector(":scope > summary > [data-icon='none']") !== null;
}
