import { Lexer, type Links, type Token } from "marked";
import { BoundedTokenizer, type CreateTokenizer } from "./BoundedTokenizer.ts";
import { completeOpenBlock, findOpenMarker } from "./completeOpenBlock.ts";

/** Tokens of one piece of Markdown. */
interface LexResult {
  tokens: Token[];
  /** All link reference definitions up to the end of this piece, by normalized label. */
  links: Links;
  /** True when the end was completed for display, so that its inline tokens differ from the source. */
  isCompleted: boolean;
  /** The tokenizer that was used, with its state at the end. */
  tokenizer: BoundedTokenizer;
}

/** Lexer of marked that passes the inline text of each block, and of each element in it, to its tokenizer first. */
class KitLexer extends Lexer {
  private readonly kitTokenizer: BoundedTokenizer;

  constructor(tokenizer: BoundedTokenizer) {
    // Explicit options: the defaults of marked are global, and the application may have changed them.
    super({
      gfm: true,
      silent: true,
      tokenizer,
      extensions: {
        renderers: {},
        childTokens: {},
        block: [(rest) => tokenizer.readCustomBlock?.(rest)],
        inline: [(rest) => tokenizer.readCustomInline?.(rest)],
      },
    });
    this.kitTokenizer = tokenizer;
    tokenizer.changeRules?.();
  }

  override inlineTokens(piece: string, tokens?: Token[]): Token[] {
    return this.kitTokenizer.readPiece(piece, () => super.inlineTokens(piece, tokens));
  }
}

/**
 * Lexes Markdown, with the link reference definitions of earlier pieces.
 *
 * @param isStreaming - Completes unfinished syntax at the very end (see `completeOpenBlock`).
 */
export function lex(
  source: string,
  links: Links,
  isStreaming: boolean,
  createTokenizer: CreateTokenizer = () => new BoundedTokenizer(),
): LexResult {
  const tokenizer = createTokenizer(isStreaming);
  const lexer = new KitLexer(tokenizer);
  Object.assign(lexer.tokens.links, links);
  try {
    lexer.blockTokens(source, lexer.tokens);
    const end = isStreaming ? findOpenMarker(source, lexer.tokens) : source.length;
    // The end of a text with an open formula is not cut off: it may become part of the formula.
    if (end < source.length && !tokenizer.pendingLength) {
      const shorter = lex(source.slice(0, end), links, isStreaming, createTokenizer);
      if (!shorter.tokens.length)
        shorter.tokens.push({ type: "paragraph", raw: source, text: "", tokens: [] });
      return { ...shorter, isCompleted: true };
    }
    const isCompleted =
      isStreaming && completeOpenBlock(lexer, source, links, tokenizer.formulaLength);
    for (const { src, tokens } of lexer.inlineQueue) {
      // An unclosed HTML tag must not affect the next block.
      lexer.state.inRawBlock = lexer.state.inLink = false;
      lexer.inlineTokens(src, tokens);
    }
    return { tokens: lexer.tokens, links: lexer.tokens.links, isCompleted, tokenizer };
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    // Thousands of nested markers overflow the stack in marked's recursion: show the source as text.
    const text: Token = { type: "text", raw: source, text: source };
    const tokens = [{ type: "paragraph", raw: source, text: source, tokens: [text] }];
    return { tokens, links, isCompleted: true, tokenizer };
  }
}

/** True for the error of a recursion that is too deep; Firefox has a type of its own for this error. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}
