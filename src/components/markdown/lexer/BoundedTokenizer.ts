import { Tokenizer, type Tokens } from "marked";
import { type EmphasisSpan, findEmphasis } from "./emphasis.ts";
import type { CustomToken, FormulaLength } from "./kitToken.ts";
import { readQuotation } from "./readQuotation.ts";

/** Maximum number of lists, quotations and footnotes in each other; deeper ones are text. */
const MAX_NESTING = 16;
/** Matches a line that opens more blocks than any real text: thousands of them would overflow the stack. */
const NESTED_MARKERS = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){32}/;

/** Maximum number of link reference definitions in a text; later ones are text. */
const MAX_DEFINITIONS = 200;

/** Matches the punctuation of scripts without spaces, which ends a bare address. A single dash may be part of one. */
export const CJK_PUNCTUATION =
  /[\u3000-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u2018\u2019\u201c\u201d\u2025\u2026]|\u2014(?=[\u2014\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])/;

/** The emphasis of an inline source, found when its first marker is read. */
interface EmphasisScope {
  spans: ReadonlyMap<number, EmphasisSpan>;
  /** Offset of the current piece in the source text that the positions in `spans` refer to. */
  offset: number;
}

/**
 * Tokenizer of marked that reads a text in time linear in its length. It overrides these methods of marked:
 *
 * | method | change | example |
 * | --- | --- | --- |
 * | `blockquote` | reads the content once, and nests 16 levels | `> > > a⏎b`: marked reads the content twice for each level |
 * | `list` | nests 16 levels | `- - - a`, continued: marked overflows the stack |
 * | `def` | ends in its paragraph, and allows 200 definitions | `[a]: /b "c`: marked searches the whole text for the end of the title |
 * | `emStrong`, `del` | find all emphasis of a block at once | `*a *a *a`: marked searches the rest of the line for each marker |
 * | `url` | ends before the punctuation of Chinese and Japanese | `https://a.example。`: marked includes the full stop |
 *
 * A definition ends in its paragraph, as in CommonMark: a quotation mark that streams in much later cannot turn a block
 * before it into a definition.
 *
 * Subclasses add syntax through the optional members, and formulas also through `possibleFormula` and `pendingLength`.
 */
export class BoundedTokenizer extends Tokenizer {
  /** Finds, with the flag `g`, where a formula may begin once more text has arrived. */
  possibleFormula = /(?!)/g;
  /** Number of characters at the end of the text that may become part of an open formula. */
  pendingLength = 0;
  /** Number of quotations, lists and footnotes around the current source. */
  protected depth = 0;
  /** The inline text that is being read: that of a block, or of an element in it. */
  protected piece = "";
  private emphasis: EmphasisScope | undefined;
  /** The emphasis of the piece that is read next, when it is part of the current one. */
  private nextEmphasis: EmphasisScope | undefined;

  declare readonly formulaLength?: FormulaLength;

  /** Returns true for text in a paragraph that affects how later lines are read. */
  affectsNextLines?(text: string): boolean;

  /** Reads the custom block at the start of the source. */
  readCustomBlock?(source: string): CustomToken | undefined;

  /** Reads the custom token at the start of the rest of the current piece, before any syntax of marked. */
  readCustomInline?(source: string): CustomToken | undefined;

  /** Changes the rules that the lexer has just set. */
  changeRules?(): void;

  /** Calls `read`, which reads a piece of text with the methods of this tokenizer. */
  readPiece<T>(piece: string, read: () => T): T {
    const { piece: outerPiece, emphasis: outerEmphasis } = this;
    this.piece = piece;
    this.emphasis = this.nextEmphasis;
    this.nextEmphasis = undefined;
    const result = read();
    this.piece = outerPiece;
    this.emphasis = outerEmphasis;
    return result;
  }

  protected readNested<T>(read: () => T): T | undefined {
    if (this.depth >= MAX_NESTING) return undefined;
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    if (NESTED_MARKERS.test(source)) return undefined;
    const quotation = readQuotation(source, this.rules);
    if (!quotation) return undefined;
    const { raw, content } = quotation;
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const tokens = this.readNested(() => this.lexer.blockTokens(content, []));
    state.top = top;
    return tokens && { type: "blockquote", raw, text: content, tokens };
  }

  override list(source: string) {
    if (NESTED_MARKERS.test(source)) return undefined;
    return this.readNested(() => super.list(source));
  }

  override def(source: string) {
    const paragraph = /^ {0,3}\[/.test(source) && this.rules.block.paragraph.exec(source);
    if (!paragraph || Object.keys(this.lexer.tokens.links).length >= MAX_DEFINITIONS)
      return undefined;
    return super.def(paragraph[0]);
  }

  override emStrong(source: string, masked: string) {
    const span = this.findSpan(source, masked);
    if (!span || span.type === "del") return undefined;
    // A union of types matches neither type of the union of tokens.
    return { type: span.type, ...this.readSpan(source, masked, span) } as Tokens.Em | Tokens.Strong;
  }

  override del(source: string, masked: string): Tokens.Del | undefined {
    const span = this.findSpan(source, masked);
    if (span?.type !== "del") return undefined;
    return { type: "del", ...this.readSpan(source, masked, span) };
  }

  private findSpan(source: string, masked: string): EmphasisSpan | undefined {
    if (!/^[*_~]/.test(source)) return undefined;
    this.emphasis ??= { spans: findEmphasis(masked, this.piece), offset: 0 };
    const { spans, offset } = this.emphasis;
    return spans.get(masked.length - source.length + offset);
  }

  /** Reads the content of a span with the spans that were found around it: their markers decide what is inside. */
  private readSpan(source: string, masked: string, { size, end }: EmphasisSpan) {
    // `findSpan` has set the field for this source.
    const { spans, offset } = this.emphasis as EmphasisScope;
    const start = masked.length - source.length + offset;
    const raw = source.slice(0, end - start);
    const text = raw.slice(size, -size);
    this.nextEmphasis = { spans, offset: start + size };
    return { raw, text, tokens: this.lexer.inlineTokens(text) };
  }

  override url(source: string) {
    const token = super.url(source);
    const end = token ? token.raw.search(CJK_PUNCTUATION) : -1;
    return end < 0 ? token : super.url(source.slice(0, end));
  }
}

/** Creates the tokenizer for one call of `lex`. */
export type CreateTokenizer = (isStreaming: boolean) => BoundedTokenizer;
