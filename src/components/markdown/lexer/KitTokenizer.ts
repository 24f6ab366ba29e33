import type { Rules, Tokenizer, Tokens } from "marked";
import { createFootnoteRefToken, createFootnoteToken } from "../customTokens.tsx";
import { type FormulaGrammar, formulaGrammar } from "../formulas/formulaGrammar.ts";
import { BoundedTokenizer, type CreateTokenizer } from "./BoundedTokenizer.ts";
import type { CustomToken, FootnoteToken } from "./tokens.ts";

const FOOTNOTE = /^ {0,3}\[\^([^\s[\]]+)\]:[ \t]*/;
const FOOTNOTE_REF = /^\[\^([^\s[\]]+)\]/;
/** Ends any paragraph and table before it. */
const FOOTNOTE_LINE = /\n {0,3}\[\^[^\s[\]]+\]:/;
/** Matches a footnote that ends the list before it. Indented footnotes belong to the list item and do not match. */
const UNINDENTED_FOOTNOTE_LINE = /\n\[\^[^\s[\]]+\]:/;
/** Matches indented lines, also after blank lines, which belong to the footnote before them. */
const INDENTED = /^(?:\n(?:[ \t]*\n)*(?: {4}| {0,3}\t)[ \t]*\S.*)*/;

/** Number of empty cells that a short row of a table gets. */
const MAX_EMPTY_CELLS = 8;

const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;

/** Extended rules by interruption pattern: a streaming text is lexed with every delta. */
const extendedRules = new Map<RegExp, Rules>();

/** Reads footnotes, and formulas when there is a grammar for them. */
class KitTokenizer extends BoundedTokenizer {
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

  /**
   * Replaces rules instead of overriding the methods for paragraphs and text. The lexer joins a failed table with its
   * paragraph only when `paragraph` is the method of marked. An overridden `text` would search the rest of a paragraph
   * once for every dollar sign.
   */
  override prepare(): void {
    super.prepare();
    const { interruption, formulas } = this;
    const rules =
      extendedRules.get(interruption) ??
      createExtendedRules(this.rules, interruption, formulas !== undefined);
    extendedRules.set(interruption, rules);
    this.rules = rules;
    if (!formulas) return;
    this.possibleFormula = formulas.possibleFormula;
    const lines = rules.block.paragraph;
    const paragraph = createRule((source) => this.paragraphEnd(source, lines));
    const text = createRule((source) => this.textEnd(source, lines));
    this.rules = { ...rules, block: { ...rules.block, paragraph, text } };
    const emStrongMask = (masked: string) => formulas.maskFormulas(this.piece, masked);
    Object.assign(this.lexer.options, { hooks: { emStrongMask } });
  }

  override readCustomBlock(source: string): CustomToken | undefined {
    return this.readFootnote(source) ?? this.readFormula(source);
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
  private paragraphEnd(source: string, lines: RegExp): number {
    const interruption = new RegExp(this.interruption.source, "y");
    let end = 0;
    let isOpen = false;
    for (;;) {
      const [part = ""] = lines.exec(source.slice(end)) ?? [];
      if (hasOpenDollars(part)) isOpen = !isOpen;
      end += part.length;
      interruption.lastIndex = end;
      if (!part || !interruption.test(source)) return end;
      const rest = source.slice(end + 1);
      if (FOOTNOTE.test(rest) || (!isOpen && this.readFormula(rest))) return end;
      end += 1;
    }
  }

  /** Returns the end of a line of text in a list, or of the paragraph that it starts when it leaves `$$` open. */
  private textEnd(source: string, lines: RegExp): number {
    const [line = ""] = /^[^\n]*/.exec(source) ?? [];
    return hasOpenDollars(line) ? this.paragraphEnd(source, lines) : line.length;
  }

  private readFootnote(source: string): FootnoteToken | undefined {
    const [head, label] = FOOTNOTE.exec(source) ?? [];
    if (!head || !label) return undefined;
    const rest = source.slice(head.length);
    const [lines = ""] = this.rules.block.paragraph.exec(rest) ?? [];
    const [more = ""] = INDENTED.exec(rest.slice(lines.length)) ?? [];
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const content = (lines + more).replace(/\n(?: {1,4}|\t)/g, "\n");
    const tokens = this.readNested(() => this.lexer.blockTokens(content, []));
    state.top = top;
    if (!tokens) return undefined;
    return createFootnoteToken(head + lines + more, label, tokens);
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

  /** Reads inline formulas here because marked calls `escape` first for every piece of a line. */
  override escape(source: string) {
    const formula = this.formulas?.readInline(this.piece, this.piece.length - source.length);
    // marked adds any token that this method returns.
    return (formula as Tokens.Escape | undefined) ?? super.escape(source);
  }
}

/**
 * Changes the source of rules of marked. A test of formulas or footnotes fails when a version of marked writes a rule in
 * another way, which is why package.json accepts only patches of one version.
 */
function createExtendedRules(rules: Rules, interruption: RegExp, hasFormulas: boolean): Rules {
  const { block, inline } = rules;
  const text = withSource(inline.text, (source) => {
    const endedByDollar = source.replace("(?=[\\\\<!", () => "(?=[$\\\\<!");
    // Only the last two of many dollars in a row can open a formula.
    return endedByDollar.replace("(`+|", () => "(`+|\\$+(?=\\$\\$)|");
  });
  const paragraph = endingBefore(interruption, block.paragraph);
  const lheading = endingBefore(interruption, block.lheading);
  const extendedInline = hasFormulas ? { ...inline, text } : inline;
  return { ...rules, block: { ...block, paragraph, lheading }, inline: extendedInline };
}

/** Returns the rule of a paragraph or an underlined heading, changed to end before an interruption. */
function endingBefore(interruption: RegExp, rule: RegExp): RegExp {
  return withSource(rule, (source) =>
    source.replace("\\n(?!", () => `\\n(?!${interruption.source.slice(2)}|`),
  );
}

/** Creates a rule that matches up to a computed end, if that is not the start. */
function createRule(end: (source: string) => number): RegExp {
  const exec = (source: string) => {
    const raw = source.slice(0, end(source));
    return raw ? [raw, raw] : null;
  };
  // marked calls only `exec` on these rules.
  return { exec } as RegExp;
}

/** Tests whether a `$$` is left open, apart from escaped ones and those in code. */
function hasOpenDollars(text: string): boolean {
  return text.replace(/\\[\s\S]|`\$\$`/g, "").split("$$").length % 2 === 0;
}

function withSource(rule: RegExp, change: (source: string) => string): RegExp {
  return new RegExp(change(rule.source), rule.flags);
}

/** Returns the source before the first matching line, which ends a quotation or a list whatever is in it. */
function sliceBefore(line: RegExp, source: string): string {
  const end = source.search(line);
  return end < 0 ? source : source.slice(0, end + 1);
}

/** Creates the tokenizer for a text in which dollar signs are text: reads footnotes. */
export const createFootnoteTokenizer: CreateTokenizer = (isStreaming) =>
  new KitTokenizer(undefined, isStreaming);

/** Creates the tokenizer for an application with a `math` component: reads footnotes and formulas. */
export const createFormulaTokenizer: CreateTokenizer = (isStreaming) =>
  new KitTokenizer(formulaGrammar, isStreaming);

/** Drops the empty cells at the end of a row when they are many: a row of a wide table may have two characters. */
function dropPadding(row: Tokens.TableCell[]): void {
  const count = row.findLastIndex(({ text }) => text !== "") + 1;
  if (row.length - count > MAX_EMPTY_CELLS) row.length = count;
}
