import type { MarkedToken, Token, Tokens } from "marked";
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
  /** Normalized, as in a reference. */
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

/** The first items of a list that grows at its end, in sections of the same length. Appended text changes no section. */
export type Sections<T> = readonly (readonly T[])[];

/** Children of a token: those in its `items`, `rows` or `tokens`. */
type ChildOf<T> = T extends Tokens.List
  ? Tokens.ListItem
  : T extends Tokens.Table
    ? Tokens.TableCell[]
    : Token;

/**
 * A token that may have its first children in `sections`. Its `items`, `rows` or `tokens` then have only the children
 * after the sections.
 */
export type Sectioned<T> = T extends unknown
  ? T & {
      sections?: Sections<ChildOf<T>> | undefined;
      /** True when the token continues one of the block before, which was divided. */
      isContinued?: boolean;
      /** Number of blocks before with earlier rows of the same table. */
      blocksBefore?: number;
    }
  : never;

/** All token types that `lex` and `splitBlocks` create. */
export type KitToken = Sectioned<MarkedToken | CustomToken>;

/** Narrows marked's `Token`, which allows any type, to the types that `lex` creates. */
export function toKitToken(token: Token): KitToken {
  // No tokenizer of the kit creates other types.
  return token as KitToken;
}
