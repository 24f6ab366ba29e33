import type { Token } from "marked";
import { memo, type ReactNode, useContext } from "react";
import { Block } from "../Block.tsx";
import { MarkdownContext } from "../markdownContext.ts";
import type { Footnote } from "./collectFootnotes.ts";
import { FootnoteContext, focusLinkTarget } from "./FootnoteLink.tsx";

interface FootnoteListProps {
  footnotes: readonly Footnote[];
  /** The token at the end of a streaming text. */
  open: Token | undefined;
}

/** Renders the footnotes at the end of a text. */
export function FootnoteList({ footnotes, open }: FootnoteListProps): ReactNode {
  const { labels } = useContext(MarkdownContext);
  if (!footnotes.length) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" className="agk-footnotes" aria-label={labels.footnotes}>
      <ol dir="auto">
        {footnotes.map((footnote) => (
          <Item key={footnote.number} footnote={footnote} isOpen={footnote.token === open} />
        ))}
      </ol>
    </div>
  );
}

interface ItemProps {
  footnote: Footnote;
  isOpen: boolean;
}

/** Renders one footnote. Memoized: renders again only when the footnote or a reference to it changes. */
const Item = memo(function Item({ footnote, isOpen }: ItemProps) {
  const { id, labels } = useContext(MarkdownContext);
  const { number, token, refCount, refs } = footnote;
  return (
    <li value={number} id={`${id}n${number}`} tabIndex={-1}>
      <FootnoteContext.Provider value={refs}>
        <Block tokens={token.tokens} isOpen={isOpen} isInside />
      </FootnoteContext.Provider>
      {Array.from({ length: refCount }, (_, index) => (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: a reference has no identity but its position
          key={index}
          href={`#${id}r${number}-${index + 1}`}
          aria-label={labels.backToText(number, index + 1)}
          onClick={focusLinkTarget}
        >
          ↑
        </a>
      ))}
    </li>
  );
});
