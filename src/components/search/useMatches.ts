import { type RefObject, useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { foldText } from "../../selectors/foldText.ts";
import {
  matchAt,
  positionNear,
  positionOf,
  type SearchMatch,
  type SearchResult,
} from "../../selectors/search/conversationSearch.ts";
import { createAnchorReader } from "../transcript/autoscroll/scrollAnchor.ts";
import { findNearestInChat } from "../ui/focus.ts";
import { createHighlights } from "./highlights.ts";
import { revealMatch } from "./revealMatch.ts";
import { useSearchResult } from "./useSearchResult.ts";

interface Matches {
  /** False while a long conversation is read for the query. */
  readonly isComplete: boolean;
  /** Number of matches. */
  readonly total: number;
  /** Position of the current match, counted from 1; 0 without one. */
  readonly position: number;
  /** Goes to the next match, or to the previous one, and continues at the other end. */
  readonly goToMatch: (direction: -1 | 1) => void;
}

interface CurrentMatch {
  readonly query: string;
  readonly match: SearchMatch;
}

/** @internal Finds a query in the conversation of a chat, walks through the matches, and highlights them. */
export function useMatches(query: string, bar: RefObject<HTMLElement | null>): Matches {
  const result = useSearchResult(query);
  const isComplete = result.query === query;
  const [current, setCurrent] = useState<CurrentMatch>();
  const latest = useLatest({ result, current });

  useEffect(() => {
    if (result.query !== query) return;
    const { current } = latest.current;
    if (current?.query === query && positionOf(result, current.match) >= 0) return;
    const nearRow =
      current?.match.hit.rowIndex ?? firstRowInView(findViewport(bar.current), result);
    const match = matchAt(result, positionNear(result, nearRow));
    // Keeps the place for a query that is typed further, while it matches nothing.
    if (match) setCurrent({ query, match });
  }, [query, result, bar, latest]);

  const match = current?.query === query && result.total > 0 ? current.match : undefined;
  useReveal(bar, query, match);
  useHighlights(bar, query, match);

  const position = isComplete && match ? positionOf(result, match) + 1 : 0;
  return {
    isComplete,
    total: isComplete ? result.total : 0,
    position,
    goToMatch(direction) {
      const { total } = result;
      if (!isComplete || total === 0) return;
      const next = matchAt(result, (position - 1 + direction + total) % total);
      if (next) setCurrent({ query, match: next });
    },
  };
}

/** Shows each match to which the user goes. A reply that streams does not move the view again. */
function useReveal(
  bar: RefObject<HTMLElement | null>,
  query: string,
  match: SearchMatch | undefined,
): void {
  useEffect(() => {
    const viewport = findViewport(bar.current);
    if (!viewport || !match) return;
    const controller = new AbortController();
    void revealMatch(viewport, match, foldText(query), controller.signal);
    const stop = () => controller.abort();
    // A user who scrolls goes elsewhere.
    viewport.addEventListener("wheel", stop, { passive: true });
    viewport.addEventListener("pointerdown", stop);
    return () => {
      stop();
      viewport.removeEventListener("wheel", stop);
      viewport.removeEventListener("pointerdown", stop);
    };
  }, [bar, query, match]);
}

/** Keeps the highlights up to date while the user scrolls and the conversation changes. */
function useHighlights(
  bar: RefObject<HTMLElement | null>,
  query: string,
  match: SearchMatch | undefined,
): void {
  const [highlights] = useState(createHighlights);
  const frame = useRef(0);
  useEffect(() => {
    const viewport = findViewport(bar.current);
    const folded = foldText(query);
    if (!viewport || folded.trim() === "") return;
    const update = () => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() =>
        highlights.highlightMatches(viewport, folded, match),
      );
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(viewport, { childList: true, characterData: true, subtree: true });
    viewport.addEventListener("scroll", update, { passive: true });
    return () => {
      cancelAnimationFrame(frame.current);
      observer.disconnect();
      viewport.removeEventListener("scroll", update);
      highlights.clearHighlights();
    };
  }, [bar, query, match, highlights]);
}

function findViewport(bar: HTMLElement | null): HTMLElement | undefined {
  return bar ? findNearestInChat(bar, ".agk-message-list") : undefined;
}

/** Returns the position of the first row in view. */
function firstRowInView(viewport: HTMLElement | undefined, { rows }: SearchResult): number {
  const id = viewport && createAnchorReader(viewport)()?.id;
  return rows.findIndex(({ rowId }) => rowId !== undefined && rowId === id);
}
