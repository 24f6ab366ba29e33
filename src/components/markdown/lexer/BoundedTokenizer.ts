import { Tokenizer } from "marked";
import type { CustomToken, FormulaLength } from "./tokens.ts";

/**
 * Tokenizer of marked that keeps a link reference definition inside the paragraph where it starts, as CommonMark
 * does. The rule of marked searches the whole rest of the text for the end of a title, so a quotation mark that
 * streams in much later could turn a settled block into a definition.
 *
 * Subclasses add syntax through the optional members.
 */
export class BoundedTokenizer extends Tokenizer {
  /** Finds, with the flag `g`, where a formula may begin once more text has arrived. */
  possibleFormula = /(?!)/g;
  /** Number of characters at the end of the text that may become part of an open formula. */
  pendingLength = 0;

  override def(source: string) {
    const paragraph = /^ {0,3}\[/.test(source) && this.rules.block.paragraph.exec(source);
    return paragraph ? super.def(paragraph[0]) : undefined;
  }

  /** Derives the tokenizer's rules from those that the lexer has set. */
  extendRules?(): void;

  declare readonly formulaLength?: FormulaLength;

  /** Tests whether text in a paragraph affects how later lines are read. */
  affectsNextLines?(text: string): boolean;

  /** Reads the custom block at the start of the source. */
  readCustomBlock?(source: string): CustomToken | undefined;
}

/** Creates the tokenizer for one call of `lex`. */
export type CreateTokenizer = (isStreaming: boolean) => BoundedTokenizer;
