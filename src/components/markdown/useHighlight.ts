import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { VisibilityContext } from "../../hooks/internal/visibilityContext.ts";
import { type CodeToolsProps, MarkdownContext } from "./options.ts";

/** Longer code is shown without colours, which would be thousands of elements. */
const MAX_LENGTH = 20_000;

/**
 * Has a block of code given its colours, once all of it is there and it has been near enough to be seen.
 *
 * @param place - An element beside the code.
 */
export function useHighlight(
  { text, language, isOpen, onColored }: CodeToolsProps,
  place: RefObject<Element | null>,
): void {
  const { highlight } = useContext(MarkdownContext);
  const isWanted = highlight !== false && !isOpen && !!language && text.length <= MAX_LENGTH;
  const isColored = useRef(false);
  useEffect(() => {
    // Only then: also an update that changes nothing may be rendered, and once for each block.
    if (isWanted || !isColored.current) return;
    isColored.current = false;
    onColored(undefined);
  }, [isWanted, onColored]);
  const isInSight = useContext(VisibilityContext);
  const [wasInSight, setWasInSight] = useState(isInSight);
  if (isInSight && !wasInSight) setWasInSight(true);
  useEffect(() => {
    if (!isWanted || !wasInSight) return;
    const stop = new AbortController();
    const { signal } = stop;
    const color = async () => {
      const paint = highlight || (await import("./highlightCode.ts")).highlightCode;
      if (signal.aborted) return;
      const node = await paint(text, language, signal);
      await whenLeft(codeBeside(place.current), signal);
      if (signal.aborted) return;
      isColored.current = true;
      onColored({ text, language, node });
    };
    // What could not be loaded, or threw, leaves the code as it is.
    color().catch(() => {});
    return () => stop.abort();
  }, [isWanted, wasInSight, highlight, text, language, onColored, place]);
}

/** The code that an element of its block is about. */
export function codeBeside(element: Element | null): Element | null | undefined {
  return element?.closest(".agk-code")?.querySelector("code");
}

/**
 * Waits for as long as a selection begins or ends in the code: colours put other text in the place of
 * that, and whoever selects, or is about to, had to begin again.
 */
function whenLeft(code: Element | null | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { anchorNode = null, focusNode = null } = getSelection() ?? {};
      if (code?.contains(anchorNode) || code?.contains(focusNode)) return;
      document.removeEventListener("selectionchange", look);
      resolve();
    };
    document.addEventListener("selectionchange", look, { signal });
    look();
  });
}
