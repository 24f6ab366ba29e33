import type { Rules, Tokenizer, Tokens } from "marked";
import { BoundedTokenizer } from "./lex.ts";
import { noteRefToken, noteToken } from "./renderCustomTokens.tsx";
import type { NoteToken, OwnToken } from "./tokens.ts";

const NOTE = /^ {0,3}\[\^([^\s[\]]+)\]:[ \t]*/;
const NOTE_REFERENCE = /^\[\^([^\s[\]]+)\]/;
/** What ends any paragraph and table before it; a list only without indentation, which is its own. */
const NOTE_LINE = /\n {0,3}\[\^[^\s[\]]+\]:/;
const OUTER_NOTE_LINE = /\n\[\^[^\s[\]]+\]:/;
/** Indented lines, also behind blank ones, belong to the footnote before them. */
const INDENTED = /^(?:\n(?:[ \t]*\n)*(?: {4}| {0,3}\t)[ \t]*\S.*)*/;

const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;

/** Reads formulas, which only those read who can draw them. */
export interface FormulaGrammar {
  /** What may end a paragraph before it, footnotes included. */
  line: RegExp;
  /** The one that a text begins with, in lines of its own; `null` for one that may yet be closed. */
  readBlock: (source: string) => OwnToken | null | undefined;
  /** One that may yet be closed, while it is written; none where it looks more like text. */
  readOpen: (source: string) => OwnToken | undefined;
  /** The one at a place in a line, which also what stands before it decides. */
  readInline: (source: string, at: number) => OwnToken | undefined;
  /** Hides those of a line from what looks for emphasis in it, where marked has hidden code and links. */
  mask: (line: string, masked: string) => string;
  /** Finds, with the flag `g`, where in a paragraph one may yet turn out to begin. */
  undecided: RegExp;
}

/** By what may end a paragraph, as a text is lexed with every piece that arrives. */
const extended = new Map<RegExp, Rules>();

/** Reads footnotes, and formulas if it is told how. */
export class KitTokenizer extends BoundedTokenizer {
  private readonly formulas: FormulaGrammar | undefined;
  private readonly line: RegExp;
  private readonly isStreaming: boolean;
  /** How many quotations, lists and footnotes what is read is in. */
  private depth = 0;
  /** The line, or the part of one, that is being read. */
  private piece = "";

  override readonly formulaLength = (source: string, at: number) =>
    this.formulas?.readInline(source, at)?.raw.length ?? 0;

  constructor(formulas: FormulaGrammar | undefined, isStreaming: boolean) {
    super();
    this.formulas = formulas;
    this.isStreaming = isStreaming;
    this.line = formulas?.line ?? NOTE_LINE;
  }

  /**
   * By rules, and not by methods of its own for a paragraph and a text: marked puts together again what
   * was no table after all only where `paragraph` is its own, and would look for the end of a text
   * through the rest of a paragraph once for every dollar in it.
   */
  override extend(): void {
    const { line, formulas } = this;
    const rules = extended.get(line) ?? extend(this.rules, line, formulas !== undefined);
    extended.set(line, rules);
    this.rules = rules;
    if (!formulas) return;
    this.undecided = formulas.undecided;
    const lines = rules.block.paragraph;
    const paragraph = rule((source) => this.paragraphEnd(source, lines));
    const text = rule((source) => this.textEnd(source, lines));
    this.rules = { ...rules, block: { ...rules.block, paragraph, text } };
    this.keepPieces(formulas);
  }

  /** Keeps the line that marked passes on piece by piece, and emphasis out of the formulas in it. */
  private keepPieces({ mask }: FormulaGrammar): void {
    const read = this.lexer.inlineTokens.bind(this.lexer);
    this.lexer.inlineTokens = (piece, tokens) => {
      const outer = this.piece;
      this.piece = piece;
      const made = read(piece, tokens);
      this.piece = outer;
      return made;
    };
    const emStrongMask = (masked: string) => mask(this.piece, masked);
    Object.assign(this.lexer.options, { hooks: { emStrongMask } });
  }

  override own(source: string): OwnToken | undefined {
    return this.note(source) ?? this.formula(source);
  }

  override decides(text: string): boolean {
    // Also by its last line, of which the end is still to come.
    return hasOpenDollars(text) || this.line.test(`${text}\n`);
  }

  /**
   * Only at the end of the text, and in nothing else, is one shown that has not been closed. All that is
   * behind its opener may yet be in it, also where it is read as text until then.
   */
  private formula(source: string): OwnToken | undefined {
    const formula = this.formulas?.readBlock(source);
    if (formula !== null || this.depth) return formula ?? undefined;
    this.pending = Math.max(this.pending, source.length);
    return this.isStreaming ? this.formulas?.readOpen(source) : undefined;
  }

  /**
   * Where a paragraph ends: before a line that begins a footnote, or a formula. None begins where two
   * dollars before it in the paragraph are open: the line is in the formula that these begin, or closes it.
   *
   * @param lines - What ends before each line that may begin one.
   */
  private paragraphEnd(source: string, lines: RegExp): number {
    const line = new RegExp(this.line.source, "y");
    let end = 0;
    let isOpen = false;
    for (;;) {
      const [part = ""] = lines.exec(source.slice(end)) ?? [];
      if (hasOpenDollars(part)) isOpen = !isOpen;
      end += part.length;
      line.lastIndex = end;
      if (!part || !line.test(source)) return end;
      const rest = source.slice(end + 1);
      if (NOTE.test(rest) || (!isOpen && this.formula(rest))) return end;
      end += 1;
    }
  }

  /** A line of text in a list, with the paragraph that it begins if dollars are left open in it. */
  private textEnd(source: string, lines: RegExp): number {
    const [line = ""] = /^[^\n]*/.exec(source) ?? [];
    return hasOpenDollars(line) ? this.paragraphEnd(source, lines) : line.length;
  }

  private note(source: string): NoteToken | undefined {
    const [head, label] = NOTE.exec(source) ?? [];
    if (!head || !label) return undefined;
    const rest = source.slice(head.length);
    const [lines = ""] = this.rules.block.paragraph.exec(rest) ?? [];
    const [more = ""] = INDENTED.exec(rest.slice(lines.length)) ?? [];
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const content = (lines + more).replace(/\n(?: {1,4}|\t)/g, "\n");
    const tokens = this.inside(() => this.lexer.blockTokens(content, []));
    state.top = top;
    return noteToken(head + lines + more, label, tokens);
  }

  override table(source: string) {
    return this.before(this.line, source, (text) => super.table(text));
  }

  override blockquote(source: string) {
    // Asked about every block, most of which are none.
    if (!QUOTE.test(source)) return undefined;
    return this.inside(() => super.blockquote(upTo(this.line, source)));
  }

  override list(source: string) {
    if (!ITEM.test(source)) return undefined;
    return this.inside(() => super.list(upTo(OUTER_NOTE_LINE, source)));
  }

  private inside<T>(read: () => T): T {
    this.depth += 1;
    const made = read();
    this.depth -= 1;
    return made;
  }

  /** Reads a block, but for what follows the first such line in it. */
  private before<T extends Tokens.Generic>(
    line: RegExp,
    source: string,
    read: (text: string) => T | undefined,
  ): T | undefined {
    const queued = this.lexer.inlineQueue.length;
    const token = read(source);
    // With the line break behind it, which a block that ends before an underlined line leaves out.
    const end = token ? source.slice(0, token.raw.length + 1).search(line) : -1;
    if (end < 0) return token;
    this.lexer.inlineQueue.length = queued;
    return read(source.slice(0, end + 1));
  }

  override reflink(...args: Parameters<Tokenizer["reflink"]>) {
    const token = super.reflink(...args);
    const [raw, label] = NOTE_REFERENCE.exec(args[0]) ?? [];
    if (!raw || !label || (token && token.type !== "text")) return token;
    // marked passes on what it is given, and only asks whether that is text.
    return noteRefToken(raw, label) as unknown as Tokens.Link;
  }

  /** The first that is asked about a piece of a line. */
  override escape(source: string) {
    const formula = this.formulas?.readInline(this.piece, this.piece.length - source.length);
    // As above.
    return (formula as unknown as Tokens.Escape | undefined) ?? super.escape(source);
  }
}

function extend(rules: Rules, line: RegExp, hasFormulas: boolean): Rules {
  const { block, inline } = rules;
  const text = withSource(inline.text, (source) => {
    const ended = source.replace("(?=[\\\\<!", () => "(?=[$\\\\<!");
    // Of many dollars in a row the last two at most begin one.
    return ended.replace("(`+|", () => "(`+|\\$+(?=\\$\\$)|");
  });
  const paragraph = endingBefore(line, block.paragraph);
  const lheading = endingBefore(line, block.lheading);
  const pieces = hasFormulas ? { ...inline, text } : inline;
  return { ...rules, block: { ...block, paragraph, lheading }, inline: pieces };
}

/** A rule of a paragraph or an underlined heading that has no such line, whatever that then begins. */
function endingBefore(line: RegExp, lines: RegExp): RegExp {
  return withSource(lines, (source) =>
    source.replace("\\n(?!", () => `\\n(?!${line.source.slice(2)}|`),
  );
}

/** A rule that takes what is before a place, if it is not the first. */
function rule(end: (source: string) => number): RegExp {
  const exec = (source: string) => {
    const raw = source.slice(0, end(source));
    return raw ? [raw, raw] : null;
  };
  // Of a rule of these, marked asks for no more.
  return { exec } as unknown as RegExp;
}

/** Whether two dollars in a row are left open, but for those that are escaped or only spoken of. */
function hasOpenDollars(text: string): boolean {
  return text.replace(/\\[\s\S]|`\$\$`/g, "").split("$$").length % 2 === 0;
}

function withSource(rule: RegExp, change: (source: string) => string): RegExp {
  return new RegExp(change(rule.source), rule.flags);
}

/** What is before the first such line, which ends a quotation or a list whatever is in it. */
function upTo(line: RegExp, source: string): string {
  const end = source.search(line);
  return end < 0 ? source : source.slice(0, end + 1);
}
