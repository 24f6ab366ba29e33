import type { MarkedToken, Token } from "marked";

/** `[^label]: …`, a footnote, wherever it stands. */
export interface NoteToken {
  type: "note";
  raw: string;
  label: string;
  tokens: Token[];
}

/** `[^label]`, which may refer to a footnote. */
export interface NoteRefToken {
  type: "noteRef";
  raw: string;
  label: string;
}

/** A formula. */
export interface FormulaToken {
  type: "formula";
  raw: string;
  text: string;
  isDisplay: boolean;
}

/** Every token that `lex` makes; marked's own union lacks those of syntax that it does not know. */
export type KnownToken = MarkedToken | NoteToken | NoteRefToken | FormulaToken;

/** `Token` of marked allows for any type; those of `lex` are known. */
export function known(token: Token): KnownToken {
  return token as KnownToken;
}
