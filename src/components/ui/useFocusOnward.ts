import { type RefObject, useLayoutEffect, useRef } from "react";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { focusNextFrom } from "./focusNextQuestion.ts";

/**
 * @internal Takes the focus along when a card that holds it goes because it was answered: to the
 * next question that is open, else to where the person writes.
 */
export function useFocusOnward(card: RefObject<HTMLElement | null>): void {
  const focusComposer = useFocusComposer();
  const latest = useRef(focusComposer);
  useLayoutEffect(() => {
    latest.current = focusComposer;
  });
  useLayoutEffect(() => {
    const element = card.current;
    // Runs before the card leaves the page, so that what it holds is still known.
    return () => {
      if (element?.matches(":focus-within")) queueMicrotask(focusNextFrom(element, latest.current));
    };
  }, [card]);
}
