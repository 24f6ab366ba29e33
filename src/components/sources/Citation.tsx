import { type ReactNode, useContext } from "react";
import { MarkdownContext } from "../markdown/markdownContext.ts";
import type { Source } from "./source.ts";
import { useSourceCard } from "./useSourceCard.tsx";

/** Matches `[1]` and `[1, 2]`, with the numbers of sources. */
const CITATION = /\[(\d{1,3}(?:, ?\d{1,3}){0,9})\]/;

/** @internal Tests whether a text may cite sources. */
export function mayCite(text: string): boolean {
  return CITATION.test(text);
}

/** @internal Renders a text of Markdown, with a chip for each number in brackets that a source has. */
export function CitedText({ text }: { readonly text: string }): ReactNode {
  const { sources } = useContext(MarkdownContext);
  if (sources.length === 0) return text;
  // Every second part is what the pattern has captured.
  return text.split(CITATION).map((part, position) => {
    if (position % 2 === 0) return part;
    const cited = part.split(/, ?/).map((digits) => findSource(sources, Number(digits)));
    // Brackets that name anything else, such as an index in code, stay text.
    if (!cited.every((source) => source !== undefined)) return `[${part}]`;
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so the position identifies a part
    return cited.map((source) => <Citation key={`${position} ${source.number}`} source={source} />);
  });
}

function findSource(sources: readonly Source[], number: number): Source | undefined {
  return sources.find((source) => source.number === number);
}

interface CitationProps {
  readonly source: Source;
}

/**
 * @internal Renders the number of a source as a chip: a link, or a button for a source without an address. A card with
 * the title and summary opens as a tooltip does; a press of the button opens it as well.
 */
export function Citation({ source }: CitationProps): ReactNode {
  const { number } = source;
  const { labels } = useContext(MarkdownContext);
  const { href, title, summary, trigger, card, open } = useSourceCard(source);
  const shared = { ...trigger, className: "agk-citation", "aria-description": summary };
  const content = (
    <>
      <span aria-hidden="true">{number}</span>
      {/* No `aria-label`, because it would have to contain the text of the card. */}
      <span className="agk-sr-only">{labels.citation(number, title ?? href ?? "")}</span>
      {card}
    </>
  );
  return href === null ? (
    <button type="button" {...shared} onClick={open}>
      {content}
    </button>
  ) : (
    <a {...shared} href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
