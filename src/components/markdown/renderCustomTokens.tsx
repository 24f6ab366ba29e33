import type { Token } from "marked";
import { NoteLink } from "./FootnoteLink.tsx";
import { DrawnFormula } from "./Formula.tsx";
import type { NoteRefToken, NoteToken, OwnToken } from "./tokens.ts";

/** What it says is drawn at the end of the text. */
export function noteToken(raw: string, label: string, tokens: Token[]): NoteToken {
  return { type: "own", kind: "note", raw, label, tokens, draw: () => null };
}

export function noteRefToken(raw: string, label: string): NoteRefToken {
  const token: NoteRefToken = {
    type: "own",
    kind: "noteRef",
    raw,
    label,
    draw: ({ key, isInLink = false }) => <NoteLink key={key} token={token} isInLink={isInLink} />,
  };
  return token;
}

/** @param text - TeX; empty when it was not closed. */
export function formulaToken(raw: string, text: string, isDisplay: boolean): OwnToken {
  return {
    type: "own",
    raw,
    draw: ({ key, isInLink, outer }) => (
      <DrawnFormula key={key} text={text} isDisplay={isDisplay} isInLink={isInLink} outer={outer}>
        {outer ? (
          <p data-html="" {...outer}>
            {raw.trim()}
          </p>
        ) : (
          raw
        )}
      </DrawnFormula>
    ),
  };
}
