import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import type { FootnoteRefToken } from "../lexer/kitToken.ts";
import { MarkdownContext } from "../markdownContext.ts";

/** A reference to a footnote, as rendered. */
export interface FootnoteRef {
  number: number;
  /** Counts the references to the same footnote, from 1. */
  occurrence: number;
  /** False while the footnote itself has not arrived. */
  isDefined: boolean;
}

export type FootnoteRefs = ReadonlyMap<FootnoteRefToken, FootnoteRef>;

export const NO_FOOTNOTES: FootnoteRefs = new Map();

/** The references in one block. Keeps its identity until one of them changes. */
export const FootnoteContext = createContext(NO_FOOTNOTES);

interface FootnoteLinkProps {
  token: FootnoteRefToken;
  isInLink: boolean;
}

/** Renders a reference as the superscript number of its footnote, or as its source when there is no such footnote. */
export function FootnoteLink({ token, isInLink }: FootnoteLinkProps): ReactNode {
  const footnote = useContext(FootnoteContext).get(token);
  const { id, labels } = useContext(MarkdownContext);
  if (!footnote) return token.raw;
  const { number, occurrence, isDefined } = footnote;
  if (isInLink || !isDefined) return <sup>{number}</sup>;
  return (
    <sup>
      <a
        id={`${id}r${number}-${occurrence}`}
        href={`#${id}n${number}`}
        aria-label={labels.footnote(number)}
        onClick={focusLinkTarget}
      >
        {number}
      </a>
    </sup>
  );
}

/** Focuses the target of a link inside the text. Leaves the URL alone, which the application may use for routing. */
export function focusLinkTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const link = event.currentTarget;
  // The root node of a connected element is a document or a shadow root.
  const root = link.getRootNode() as Document | ShadowRoot;
  root.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
}
