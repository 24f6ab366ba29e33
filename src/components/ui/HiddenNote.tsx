import { type ReactNode, useRef } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { focusCard } from "./focusNextCard.ts";
import { type HiddenParts, useHiddenTotal } from "./hiddenParts.ts";

interface HiddenNoteProps {
  readonly parts: HiddenParts;
  /** Id of the text, for the `aria-describedby` of the buttons that decide. */
  readonly id: string;
  /** True when the parts are those of other approvals. @defaultValue false */
  readonly isForOtherApprovals?: boolean;
}

/**
 * @internal Says how much of a question or an answer is not shown yet, with a button that shows all. Renders nothing when
 * everything is shown.
 */
export function HiddenNote({ parts, id, isForOtherApprovals = false }: HiddenNoteProps): ReactNode {
  const { interrupt } = useStrings();
  const row = useRef<HTMLDivElement>(null);
  const { values, characters, deepValues, approvals } = useHiddenTotal(parts);
  const sentences = [
    approvals > 0 && interrupt.hiddenApprovals(approvals),
    values > 0 && interrupt.hiddenValues(values),
    characters > 0 && interrupt.hiddenCharacters(characters),
    deepValues > 0 && interrupt.hiddenLevels,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  const text = sentences.join(" ");
  const handlePress = () => {
    const from = row.current;
    const card = from?.closest<HTMLElement>(".agk-interrupt") ?? from?.closest("form");
    parts.showAll();
    // The button is removed. The user reads the question, or the form, from its beginning.
    if (card) focusCard(card);
  };
  return (
    <div className="agk-hidden-note" ref={row}>
      <span id={id}>{isForOtherApprovals ? interrupt.otherApprovals(text) : text}</span>
      {values + characters > 0 && (
        <button type="button" className="agk-button" onClick={handlePress}>
          {interrupt.showAll}
        </button>
      )}
    </div>
  );
}
