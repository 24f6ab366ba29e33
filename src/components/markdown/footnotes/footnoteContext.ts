import { createContext } from "react";
import type { FootnoteRefToken } from "../lexer/tokens.ts";

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
