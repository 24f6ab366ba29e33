import type { Token } from "marked";
import { FootnoteLink } from "./footnotes/FootnoteLink.tsx";
import { Formula } from "./formulas/Formula.tsx";
import type { CustomToken, FootnoteRefToken, FootnoteToken } from "./lexer/kitToken.ts";
import { normalizeLabel } from "./lexer/linkReferences.ts";

/** Creates the token of a footnote, which renders nothing: `FootnoteList` shows its content at the end of the text. */
export function createFootnoteToken(raw: string, label: string, tokens: Token[]): FootnoteToken {
  return {
    type: "custom",
    kind: "footnote",
    raw,
    label: normalizeLabel(label),
    tokens,
    render: () => null,
  };
}

export function createFootnoteRefToken(raw: string, label: string): FootnoteRefToken {
  const token: FootnoteRefToken = {
    type: "custom",
    kind: "footnoteRef",
    raw,
    label: normalizeLabel(label),
    render: ({ key, isInLink = false }) => (
      <FootnoteLink key={key} token={token} isInLink={isInLink} />
    ),
  };
  return token;
}

/** @param text - TeX; empty for a formula that is not closed. */
export function createFormulaToken(raw: string, text: string, isDisplay: boolean): CustomToken {
  return {
    type: "custom",
    raw,
    render: ({ key, isInLink, outer }) => (
      <Formula key={key} text={text} isDisplay={isDisplay} isInLink={isInLink} outer={outer}>
        {outer ? (
          <p data-html="" {...outer}>
            {raw.trim()}
          </p>
        ) : (
          raw
        )}
      </Formula>
    ),
  };
}
