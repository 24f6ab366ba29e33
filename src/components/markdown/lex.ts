import { Lexer, type Links, type Token, Tokenizer } from "marked";
import { repairOpenEnd } from "./completeOpenBlock.ts";
import type { FormulaLength, OwnToken } from "./tokens.ts";

/** One piece of Markdown, lexed. */
export interface Lexed {
  tokens: Token[];
  /** Every link reference definition known after this piece, by normalised label. */
  links: Links;
  /** Whether the open end was completed for display, so that its inline tokens match no source. */
  isRepaired: boolean;
  /** What has read it, and knows what is not decided yet. */
  tokenizer: BoundedTokenizer;
}

/** Makes what reads more than marked does, for one piece. */
export type Grammar = (isStreaming: boolean) => BoundedTokenizer;

/**
 * Lexes `source` with the definitions of earlier pieces at hand.
 *
 * `isStreaming` completes what is still unfinished at the very end (see `closeOpenSyntax`).
 */
export function lex(
  source: string,
  links: Links,
  isStreaming: boolean,
  grammar: Grammar = () => new BoundedTokenizer(),
): Lexed {
  const tokenizer = grammar(isStreaming);
  // Options of our own: marked's defaults are global, and a host application may have changed them.
  const lexer = new Lexer({
    gfm: true,
    silent: true,
    tokenizer,
    extensions: {
      renderers: {},
      childTokens: {},
      block: [(rest) => tokenizer.own?.(rest)],
    },
  });
  tokenizer.extend?.();
  Object.assign(lexer.tokens.links, links);
  try {
    lexer.blockTokens(source, lexer.tokens);
    const isRepaired = isStreaming && repairOpenEnd(lexer, links, tokenizer.formulaLength);
    for (const { src, tokens } of lexer.inlineQueue) {
      // An HTML tag left open must not change how the next block reads.
      lexer.state.inRawBlock = lexer.state.inLink = false;
      lexer.inlineTokens(src, tokens);
    }
    return { tokens: lexer.tokens, links: lexer.tokens.links, isRepaired, tokenizer };
  } catch {
    // Thousands of nested markers exhaust the stack of marked's recursion: show them as they are.
    const text: Token = { type: "text", raw: source, text: source };
    const tokens = [{ type: "paragraph", raw: source, text: source, tokens: [text] }];
    return { tokens, links, isRepaired: true, tokenizer };
  }
}

/**
 * Keeps a link reference definition inside the paragraph it starts, as CommonMark does. marked's own
 * rule searches for the end of a title through the whole rest of the text, so a quotation mark that
 * arrives pages later could still turn a block that was shown long ago into a definition.
 */
export class BoundedTokenizer extends Tokenizer {
  /** Finds, with the flag `g`, where a formula may yet turn out to begin. */
  undecided = /(?!)/g;
  /** How many characters at the end a formula may yet turn out to take, which has been opened. */
  pending = 0;

  override def(source: string) {
    const paragraph = /^ {0,3}\[/.test(source) && this.rules.block.paragraph.exec(source);
    return paragraph ? super.def(paragraph[0]) : undefined;
  }

  /** Makes the rules it reads by of those of marked. */
  extend?(): void;

  declare readonly formulaLength?: FormulaLength;

  /** Whether a text in a paragraph decides how lines behind it are read. */
  decides?(text: string): boolean;

  /** The block that a text begins with, if it is one that marked does not know. */
  own?(source: string): OwnToken | undefined;
}
