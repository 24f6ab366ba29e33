import type { Rules, Tokenizer, Tokens } from "marked";
import { BoundedTokenizer } from "./lex.ts";
import { noteRefToken, noteToken } from "./ownTokens.tsx";
import type { NoteToken, OwnToken } from "./tokens.ts";

const NOTE = /^ {0,3}\[\^([^\s\]]+)\]:[ \t]*/;
const NOTE_REFERENCE = /^\[\^([^\s\]]+)\]/;
/** What ends any paragraph and table before it; a list only without indentation, which is its own. */
const NOTE_LINE = /\n {0,3}\[\^[^\s\]]+\]:/;
const OUTER_NOTE_LINE = /\n\[\^[^\s\]]+\]:/;
/** Indented lines, also behind blank ones, belong to the footnote before them. */
const INDENTED = /^(?:\n(?:[ \t]*\n)*(?: {4}| {0,3}\t)[ \t]*\S.*)*/;

const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/;
/** What may open a formula that goes on in the next line. */
const MULTILINE = /\$\$|\\[([]/;

/** Reads formulas, which only those read who can draw them. */
export interface FormulaGrammar {
  /** What may end a paragraph before it, footnotes included. */
  line: RegExp;
  /** The one that a text begins with, in lines of its own; `null` for one that may yet be closed. */
  readBlock: (source: string) => OwnToken | null | undefined;
  /** One that may yet be closed, while it is written; none where it looks more like text. */
  readOpen: (source: string) => OwnToken | undefined;
  /** The one that a piece of a line begins with. */
  readInline: (source: string) => OwnToken | undefined;
  /** Finds, with the flag `g`, where in a paragraph one may yet turn out to begin. */
  undecided: RegExp;
}

/** By what may end a paragraph, as a text is lexed with every piece that arrives. */
const extended = new Map<RegExp, Rules>();
/** A paragraph that only footnotes end before its time. */
let plainParagraph: RegExp | undefined;

/** Reads footnotes, and formulas if it is told how. */
export class KitTokenizer extends BoundedTokenizer {
  private readonly formulas: FormulaGrammar | undefined;
  private readonly line: RegExp;
  private readonly isStreaming: boolean;
  private lines = /(?!)/;
  /** How many quotations, lists and footnotes what is read is in. */
  private depth = 0;
  override readonly undecided: RegExp | undefined;

  constructor(formulas: FormulaGrammar | undefined, isStreaming: boolean) {
    super();
    this.undecided = formulas?.undecided;
    this.formulas = formulas;
    this.isStreaming = isStreaming;
    this.line = formulas?.line ?? NOTE_LINE;
  }

  /**
   * By rules, and not by methods of its own for a paragraph and a text: marked puts together again what
   * was no table after all only where `paragraph` is its own, and would look for the end of a text
   * through the rest of a paragraph once for every dollar in it.
   */
  override extend(rules: Rules): Rules {
    const { line, formulas } = this;
    const known = extended.get(line) ?? extend(rules, line, formulas !== undefined);
    extended.set(line, known);
    if (!formulas) return known;
    plainParagraph ??= before(NOTE_LINE, rules.block.paragraph);
    this.lines = known.block.paragraph;
    const paragraph = rule((source) => this.paragraphEnd(source));
    const text = rule((source) => this.textEnd(source));
    return { ...known, block: { ...known.block, paragraph, text } };
  }

  override own(source: string): OwnToken | undefined {
    return this.note(source) ?? this.formula(source);
  }

  override formulaLength(source: string): number {
    return this.formulas?.readInline(source)?.raw.length ?? 0;
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

  /** Where a paragraph ends: before a line that begins another block, and is in no formula of its own. */
  private paragraphEnd(source: string, limit = source.length): number {
    const line = new RegExp(this.line.source, "y");
    let end = this.lines.exec(source)?.[0].length ?? 0;
    let scanned = 0;
    while (end < limit) {
      line.lastIndex = end;
      if (!line.test(source)) break;
      if (scanned <= end) scanned = this.spanEnd(source, scanned, end);
      const rest = source.slice(end + 1);
      if (scanned <= end && (NOTE.test(rest) || this.formula(rest))) break;
      end += 1 + (this.lines.exec(rest)?.[0].length ?? 0);
    }
    return end;
  }

  /** Where a line of text ends, with the lines that a formula in it goes on in. */
  private textEnd(source: string): number {
    let scanned = 0;
    for (;;) {
      const end = lineEnd(source, scanned);
      const isPlain = !MULTILINE.test(source.slice(scanned, end));
      scanned = isPlain ? end : this.spanEnd(source, scanned, end);
      if (scanned <= end) return end;
    }
  }

  /** Where what begins in text before `to` ends: behind it with a formula, or code, of several lines. */
  private spanEnd(source: string, from: number, to: number): number {
    const text = source.slice(0, to);
    const marks = /\\[\s\S]|`+|\$/g;
    marks.lastIndex = from;
    for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
      const rest = source.slice(mark.index);
      const code = this.rules.inline.code.exec(rest)?.[0].length;
      const end = mark.index + (this.formulaLength(rest) || code || 0);
      if (end > to) {
        const lines = `a${source.slice(to, lineEnd(source, end))}`;
        if (plainParagraph?.exec(lines)?.[0].length === lines.length) return end;
      } else if (end > mark.index) marks.lastIndex = end;
    }
    return to;
  }

  private note(source: string): NoteToken | undefined {
    const [head, label] = NOTE.exec(source) ?? [];
    if (!head || !label) return undefined;
    const rest = source.slice(head.length);
    const end = rest.search(NOTE_LINE);
    const near = end < 0 ? rest : rest.slice(0, end);
    const [whole = ""] = this.rules.block.paragraph.exec(rest) ?? [];
    const lines = whole.slice(0, near.length);
    const [more = ""] = INDENTED.exec(near.slice(lines.length)) ?? [];
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

  override lheading(source: string) {
    const heading = super.lheading(source);
    if (!heading || !this.line.test(heading.raw)) return heading;
    const { length } = heading.text;
    return this.paragraphEnd(source, length) < length ? undefined : heading;
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
    const formula = this.formulas?.readInline(source);
    // As above.
    return (formula as unknown as Tokens.Escape | undefined) ?? super.escape(source);
  }
}

function extend(rules: Rules, line: RegExp, hasFormulas: boolean): Rules {
  const { block, inline } = rules;
  const text = withSource(inline.text, (source) =>
    hasFormulas ? source.replace("(?=[\\\\<!", () => "(?=[$\\\\<!") : source,
  );
  const paragraph = before(line, block.paragraph);
  return { ...rules, block: { ...block, paragraph }, inline: { ...inline, text } };
}

function before(line: RegExp, paragraph: RegExp): RegExp {
  return withSource(paragraph, (source) =>
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

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end < 0 ? source.length : end;
}

function withSource(rule: RegExp, change: (source: string) => string): RegExp {
  return new RegExp(change(rule.source), rule.flags);
}

/** What is before the first such line, which ends a quotation or a list whatever is in it. */
function upTo(line: RegExp, source: string): string {
  const end = source.search(line);
  return end < 0 ? source : source.slice(0, end + 1);
}
