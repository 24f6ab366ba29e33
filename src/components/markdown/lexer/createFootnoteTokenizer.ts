import type { Tokenizer, Tokens } from "marked";
import { createFootnoteRefToken, createFootnoteToken } from "../customTokens.tsx";
import { type FormulaGrammar, formulaGrammar } from "../formulas/formulaGrammar.ts";
import { BoundedTokenizer, type CreateTokenizer } from "./BoundedTokenizer.ts";
import type { CustomToken, FootnoteToken } from "./kitToken.ts";
import { createRule, extendRules } from "./markedRules.ts";

const FOOTNOTE = /^ {0,3}\[\^([^\s[\]]+)\]:[ \t]*/;
const FOOTNOTE_REF = /^\[\^([^\s[\]]+)\]/;
/** Ends any paragraph and table before it. */
const FOOTNOTE_LINE = /\n {0,3}\[\^[^\s[\]]+\]:/;
/** Matches a footnote that ends the list before it. Indented footnotes belong to the list item and do not match. */
const UNINDENTED_FOOTNOTE_LINE = /\n\[\^[^\s[\]]+\]:/;
/** Matches indented lines, also after blank lines, which belong to the footnote before them. */
const INDENTED = /^(?:\n(?:[ \t]*\n)*(?: {4}| {0,3}\t)[ \t]*\S.*)*/;

/** Most empty cells that stay at the end of a table row. A row with more of them loses them all. */
const MAX_EMPTY_CELLS = 8;

const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;

/**
 * Tokenizer of footnotes, and of formulas when there is a grammar for them. The extension points of marked are enough where
 * either is read: `readCustomBlock`, `readCustomInline` and `reflink`. The syntax around footnotes and formulas must end
 * before them:
 *
 * | read by | change | example |
 * | --- | --- | --- |
 * | the rules in `markedRules.ts` | see there | in `Text⏎[^1]: note`, the paragraph is `Text` |
 * | the rules `paragraph` and `text`, with formulas | end before a line only if a formula starts there | in `so $$⏎a⏎$$ is`, the last line ends a formula |
 * | `table` | ends before a footnote or a formula | `[^1]: note` below a table is no row |
 * | `blockquote` | ends before them | `[^1]: note` below `> Text` does not continue the quotation |
 * | `list` | ends before a footnote that is not indented | `[^1]: note` below `- Item` does not continue the item |
 */
class FootnoteTokenizer extends BoundedTokenizer {
  private readonly formulas: FormulaGrammar | undefined;
  private readonly interruption: RegExp;
  private readonly isStreaming: boolean;

  override readonly formulaLength = (source: string, at: number) =>
    this.formulas?.readInline(source, at)?.raw.length ?? 0;

  constructor(formulas: FormulaGrammar | undefined, isStreaming: boolean) {
    super();
    this.formulas = formulas;
    this.isStreaming = isStreaming;
    this.interruption = formulas?.interruption ?? FOOTNOTE_LINE;
  }

  override changeRules(): void {
    const { interruption, formulas } = this;
    this.rules = extendRules(this.rules, interruption, formulas !== undefined);
    if (!formulas) return;
    this.possibleFormula = formulas.possibleFormula;
    // The extended rule ends before each line that may start a footnote or a formula.
    const lines = this.rules.block.paragraph;
    // The methods of these names are not overridden: the lexer joins a failed table with its paragraph only when `paragraph`
    // is the method of marked; an overridden `text` would search the rest of a paragraph once for every dollar sign.
    const paragraph = createRule((source) => this.findParagraphEnd(source, lines));
    const text = createRule((source) => this.findTextEnd(source, lines));
    this.rules = { ...this.rules, block: { ...this.rules.block, paragraph, text } };
    // With this hook of marked, the `*` and `_` inside a formula mark no emphasis.
    const emStrongMask = (masked: string) => formulas.maskFormulas(this.piece, masked);
    Object.assign(this.lexer.options, { hooks: { emStrongMask } });
  }

  override readCustomBlock(source: string): CustomToken | undefined {
    return this.readFootnote(source) ?? this.readFormula(source);
  }

  override readCustomInline(source: string): CustomToken | undefined {
    return this.formulas?.readInline(this.piece, this.piece.length - source.length);
  }

  override affectsNextLines(text: string): boolean {
    // Tests the last line too, which is still incomplete.
    return hasOpenDollars(text) || this.interruption.test(`${text}\n`);
  }

  /**
   * Reads a formula in lines of its own. An unclosed formula is shown only at the end of the text and outside other
   * blocks. All text after its opener may still become part of it, even while it is read as text.
   */
  private readFormula(source: string): CustomToken | undefined {
    const formula = this.formulas?.readBlock(source);
    if (formula !== null || this.depth) return formula ?? undefined;
    this.pendingLength = Math.max(this.pendingLength, source.length);
    return this.isStreaming ? this.formulas?.readOpen(source) : undefined;
  }

  /**
   * Returns the end of a paragraph: before a line that starts a footnote or a formula. While `$$` is open in the
   * paragraph, no line starts a formula: it is inside the open formula, or closes it.
   *
   * @param lines - Rule that matches up to each line that may start a footnote or a formula.
   */
  private findParagraphEnd(source: string, lines: RegExp): number {
    const interruption = new RegExp(this.interruption.source, "y");
    let end = 0;
    let isOpen = false;
    for (;;) {
      const [part = ""] = lines.exec(source.slice(end)) ?? [];
      if (hasOpenDollars(part)) isOpen = !isOpen;
      end += part.length;
      interruption.lastIndex = end;
      if (!part || !interruption.test(source)) return end;
      const nextLines = source.slice(end + 1);
      if (FOOTNOTE.test(nextLines) || (!isOpen && this.readFormula(nextLines))) return end;
      end += 1;
    }
  }

  /** Returns the end of a line of text in a list, or of the paragraph that it starts when it leaves `$$` open. */
  private findTextEnd(source: string, lines: RegExp): number {
    const [line = ""] = /^[^\n]*/.exec(source) ?? [];
    return hasOpenDollars(line) ? this.findParagraphEnd(source, lines) : line.length;
  }

  private readFootnote(source: string): FootnoteToken | undefined {
    const [head, label] = FOOTNOTE.exec(source) ?? [];
    if (!head || !label) return undefined;
    const afterHead = source.slice(head.length);
    const [lines = ""] = this.rules.block.paragraph.exec(afterHead) ?? [];
    const [indented = ""] = INDENTED.exec(afterHead.slice(lines.length)) ?? [];
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const content = (lines + indented).replace(/\n(?: {1,4}|\t)/g, "\n");
    const tokens = this.readNested(() => this.lexer.blockTokens(content, []));
    state.top = top;
    if (!tokens) return undefined;
    return createFootnoteToken(head + lines + indented, label, tokens);
  }

  override table(source: string) {
    const table = this.readBefore(this.interruption, source, (text) => super.table(text));
    if (!table) return undefined;
    // Short rows of a wide table have very many empty cells, in which there is nothing to read.
    this.lexer.inlineQueue = this.lexer.inlineQueue.filter(({ src }) => src !== "");
    for (const row of table.rows) dropPadding(row);
    return table;
  }

  override blockquote(source: string) {
    // marked calls this for every block, and the base method would first cut the source.
    if (!QUOTE.test(source)) return undefined;
    return super.blockquote(sliceBefore(this.interruption, source));
  }

  override list(source: string) {
    if (!ITEM.test(source)) return undefined;
    return super.list(sliceBefore(UNINDENTED_FOOTNOTE_LINE, source));
  }

  /** Reads a block up to the first line in it that matches. */
  private readBefore<T extends Tokens.Generic>(
    line: RegExp,
    source: string,
    read: (text: string) => T | undefined,
  ): T | undefined {
    const queued = this.lexer.inlineQueue.length;
    const token = read(source);
    // Includes the following line break, which a block before an underlined line does not contain.
    const end = token ? source.slice(0, token.raw.length + 1).search(line) : -1;
    if (end < 0) return token;
    this.lexer.inlineQueue.length = queued;
    return read(source.slice(0, end + 1));
  }

  override reflink(...args: Parameters<Tokenizer["reflink"]>) {
    const token = super.reflink(...args);
    const [raw, label] = FOOTNOTE_REF.exec(args[0]) ?? [];
    if (!raw || !label || (token && token.type !== "text")) return token;
    // marked adds any token that this method returns, and only tests whether its type is "text".
    return createFootnoteRefToken(raw, label) as unknown as Tokens.Link;
  }
}

/** True when a `$$` is left open, apart from escaped ones and those in code. */
function hasOpenDollars(text: string): boolean {
  return text.replace(/\\[\s\S]|`\$\$`/g, "").split("$$").length % 2 === 0;
}

/** Returns the source before the first line that matches. Such a line ends a quotation or a list in any nesting. */
function sliceBefore(line: RegExp, source: string): string {
  const end = source.search(line);
  return end < 0 ? source : source.slice(0, end + 1);
}

/** Creates the tokenizer for a text in which dollar signs are text: reads footnotes. */
export const createFootnoteTokenizer: CreateTokenizer = (isStreaming) =>
  new FootnoteTokenizer(undefined, isStreaming);

/** Creates the tokenizer for an application with a `math` component: reads footnotes and formulas. */
export const createFormulaTokenizer: CreateTokenizer = (isStreaming) =>
  new FootnoteTokenizer(formulaGrammar, isStreaming);

/** Drops the empty cells at the end of a row when they are many: a row of a wide table may have two characters. */
function dropPadding(row: Tokens.TableCell[]): void {
  const count = row.findLastIndex(({ text }) => text !== "") + 1;
  if (row.length - count > MAX_EMPTY_CELLS) row.length = count;
}
