import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { NearViewportContext } from "../../../hooks/internal/nearViewportContext.ts";
import { MarkdownContext } from "../markdownContext.ts";
import { importHighlighter, prefetchHighlighter } from "./highlighter.ts";

/** A code block as highlighted elements. */
export interface HighlightedCode {
  text: string;
  language: string;
  node: ReactNode;
}

/** A code block to highlight. */
export interface HighlightRequest {
  text: string;
  language: string;
  /** True while the fence has not closed. */
  isOpen: boolean;
  onHighlighted: (highlighted: HighlightedCode | undefined) => void;
}

/** Longer code is not highlighted, which would take thousands of elements. In characters. */
const MAX_LENGTH = 20_000;

/**
 * Highlights a code block once its fence has closed and it has been near the viewport.
 *
 * @param block - The element of the code block.
 */
export function useHighlight(
  { text, language, isOpen, onHighlighted }: HighlightRequest,
  block: RefObject<Element | null>,
): void {
  const { highlight } = useContext(MarkdownContext);
  const isDefault = highlight === undefined;
  const isWanted = highlight !== false && !isOpen && !!language && text.length <= MAX_LENGTH;
  const isHighlighted = useRef(false);
  useEffect(() => {
    // Loads the code while the block streams, so that the colors appear as soon as the fence closes.
    if (isDefault) prefetchHighlighter();
  }, [isDefault]);
  useEffect(() => {
    // Guarded, because React may render for an update that changes nothing, and this runs for every block.
    if (isWanted || !isHighlighted.current) return;
    isHighlighted.current = false;
    onHighlighted(undefined);
  }, [isWanted, onHighlighted]);
  const isVisible = useContext(NearViewportContext);
  const [wasVisible, setWasVisible] = useState(isVisible);
  if (isVisible && !wasVisible) setWasVisible(true);
  useEffect(() => {
    if (!isWanted || !wasVisible) return;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const highlightCode = highlight || (await importHighlighter()).highlightCode;
      if (signal.aborted) return;
      const node = await highlightCode(text, language, signal);
      await selectionLeft(codeBeside(block.current), signal);
      if (signal.aborted) return;
      isHighlighted.current = true;
      onHighlighted({ text, language, node });
    };
    // The code stays as it is when the highlighter throws or cannot be loaded.
    run().catch(() => {});
    return () => controller.abort();
  }, [isWanted, wasVisible, highlight, text, language, onHighlighted, block]);
}

/** Returns the code of the code block that contains an element. */
export function codeBeside(element: Element | null): Element | null | undefined {
  return element?.closest(".agk-code")?.querySelector("code:not([data-lines])");
}

/**
 * Waits until the selection neither starts nor ends in the code: highlighting replaces the text nodes, and the user
 * would lose the selection.
 */
function selectionLeft(code: Element | null | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { anchorNode = null, focusNode = null } = getSelection() ?? {};
      if (code?.contains(anchorNode) || code?.contains(focusNode)) return;
      document.removeEventListener("selectionchange", check);
      resolve();
    };
    document.addEventListener("selectionchange", check, { signal });
    check();
  });
}
