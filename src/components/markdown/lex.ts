import { Lexer, type Links, type Token } from "marked";
import { KitTokenizer } from "./KitTokenizer.ts";
import { repairOpenEnd } from "./repairOpenEnd.ts";

/** One piece of Markdown, lexed. */
export interface Lexed {
  tokens: Token[];
  /** Every link reference definition known after this piece, by normalised label. */
  links: Links;
  /** Whether the open end was completed for display, so that its inline tokens match no source. */
  isRepaired: boolean;
}

/**
 * Lexes `source` with the definitions of earlier pieces at hand.
 *
 * `isStreaming` completes what is still unfinished at the very end (see `closeOpenSyntax`);
 * `hasFormulas` reads `$…$` and the like.
 */
export function lex(
  source: string,
  links: Links,
  isStreaming: boolean,
  hasFormulas = false,
): Lexed {
  // Options of our own: marked's defaults are global, and a host application may have changed them.
  const tokenizer = new KitTokenizer(hasFormulas);
  const extensions = {
    renderers: {},
    childTokens: {},
    block: [(rest: string) => tokenizer.own(rest)],
  };
  const lexer = new Lexer({ gfm: true, silent: true, tokenizer, extensions });
  Object.assign(lexer.tokens.links, links);
  try {
    lexer.blockTokens(source, lexer.tokens);
    const isRepaired = isStreaming && repairOpenEnd(lexer, links);
    for (const { src, tokens } of lexer.inlineQueue) {
      // An HTML tag left open must not change how the next block reads.
      lexer.state.inRawBlock = lexer.state.inLink = false;
      lexer.inlineTokens(src, tokens);
    }
    return { tokens: lexer.tokens, links: lexer.tokens.links, isRepaired };
  } catch {
    // Thousands of nested markers exhaust the stack of marked's recursion: show them as they are.
    const text: Token = { type: "text", raw: source, text: source };
    const tokens = [{ type: "paragraph", raw: source, text: source, tokens: [text] }];
    return { tokens, links, isRepaired: true };
  }
}
