import type { MarkedToken, Token } from "marked";
import type { ReactNode } from "react";

/** A token for syntax that marked does not have. The tokenizer that creates it also decides how it renders. */
export interface CustomToken {
  type: "custom";
  raw: string;
  /** Blocks inside the token. */
  tokens?: Token[];
  render: (props: CustomTokenProps) => ReactNode;
}

/** The definition of a footnote, `[^label]: …`, at any position of the text. */
export interface FootnoteToken extends CustomToken {
  kind: "footnote";
  label: string;
  tokens: Token[];
}

/** `[^label]`, which refers to a footnote if one with that label is defined. */
export interface FootnoteRefToken extends CustomToken {
  kind: "footnoteRef";
  label: string;
}

/** Returns the length of the formula at a position, or 0 when there is none. */
export type FormulaLength = (source: string, at: number) => number;

interface CustomTokenProps {
  key: number;
  /** True inside a link, which must not contain another link. */
  isInLink?: boolean;
  /** Attributes of the outermost element of a block; undefined for an inline token. */
  outer?: object;
}

/** All token types that `lex` creates. */
export type KitToken = MarkedToken | CustomToken;

/** Narrows marked's `Token`, which allows any type, to the types that `lex` creates. */
export function toKitToken(token: Token): KitToken {
  // No tokenizer of the kit creates other types.
  return token as KitToken;
}
