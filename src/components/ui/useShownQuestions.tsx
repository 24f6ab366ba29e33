import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { hasFocus, isFocusLost } from "./focus.ts";
import { focusCard, openCardsNear } from "./focusNextCard.ts";
import { BATCH, MoreButton } from "./useShownItems.tsx";

/** Number of questions that are rendered before the user asks for more. */
const MAX_QUESTIONS = 20;

interface ShownQuestions<T> {
  readonly shown: readonly T[];
  /** Says how many more questions wait, with a button that shows more; null when all are shown. */
  readonly moreNote: ReactNode;
}

/**
 * @internal Returns the first of the questions that wait for the user. When the user has answered one, the next one is
 * shown.
 *
 * @param describe - Returns the sentence about the questions that are not shown.
 */
export function useShownQuestions<T>(
  questions: readonly T[],
  describe: (hidden: number) => string,
): ShownQuestions<T> {
  const [added, setAdded] = useState(0);
  // The questions of a later run are few again at first.
  if (added > 0 && questions.length === 0) setAdded(0);
  const count = MAX_QUESTIONS + added;
  const hidden = questions.length - count;
  if (hidden <= 0) return { shown: questions, moreNote: null };
  return {
    shown: questions.slice(0, count),
    moreNote: (
      <MoreQuestions
        hidden={hidden}
        text={describe(hidden)}
        onPress={() => setAdded(added + BATCH)}
      />
    ),
  };
}

interface MoreQuestionsProps {
  readonly hidden: number;
  readonly text: string;
  readonly onPress: () => void;
}

function MoreQuestions({ hidden, text, onPress }: MoreQuestionsProps): ReactNode {
  const note = useRef<HTMLDivElement>(null);
  const handlePress = () => {
    const from = note.current;
    if (!from) return;
    const list = from.closest<HTMLElement>(".agk-message-list");
    const before = new Set(openCardsNear(from));
    // The new cards are in the document afterwards.
    flushSync(onPress);
    const [first] = openCardsNear(list ?? from).filter((card) => !before.has(card));
    if (first) focusCard(first);
    else if (isFocusLost() && list && !hasFocus(list)) list.focus({ preventScroll: true });
  };
  return (
    <div className="agk-hidden-note" ref={note}>
      <span>{text}</span>
      <MoreButton added={BATCH} hidden={hidden} onPress={handlePress} />
    </div>
  );
}
