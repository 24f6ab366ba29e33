import type { MarkedToken, Token } from "marked";
import type { ReactNode } from "react";

/** A piece of text that marked does not know: what reads it also says how it is drawn. */
export interface OwnToken {
  type: "own";
  raw: string;
  /** The blocks in it. */
  tokens?: Token[];
  draw: (props: DrawProps) => ReactNode;
}

/** `[^label]: …`, a footnote, wherever it stands. */
export interface NoteToken extends OwnToken {
  kind: "note";
  label: string;
  tokens: Token[];
}

/** `[^label]`, which may refer to a footnote. */
export interface NoteRefToken extends OwnToken {
  kind: "noteRef";
  label: string;
}

/** How long the formula is at a place in a line; 0 for none. */
export type FormulaLength = (source: string, at: number) => number;

export interface DrawProps {
  key: number;
  /** Whether it is in a link, which cannot hold another. */
  isInLink?: boolean;
  /** What the outermost element of a block carries; absent in a line. */
  outer?: object;
}

/** Every token that `lex` makes. */
export type KnownToken = MarkedToken | OwnToken;

/** `Token` of marked allows for any type; those of `lex` are known. */
export function known(token: Token): KnownToken {
  return token as KnownToken;
}
