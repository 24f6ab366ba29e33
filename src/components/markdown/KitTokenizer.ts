import { Tokenizer, type Tokens } from "marked";
import { readBlockFormula, readFormula } from "./formula.ts";
import type { FormulaToken, NoteToken } from "./tokens.ts";

const NOTE = /^ {0,3}\[\^([^\s\]]+)\]:[ \t]*/;
const NOTE_REFERENCE = /^\[\^([^\s\]]+)\]/;
/** What ends any paragraph and table before it; a list only without indentation, which is its own. */
const NOTE_LINE = /\n {0,3}\[\^[^\s\]]+\]:/;
const OUTER_NOTE_LINE = /\n\[\^[^\s\]]+\]:/;
const NOTE_OR_FORMULA_LINE = /\n {0,3}(?:\[\^[^\s\]]+\]:|(?:\$\$|\\\[)[ \t]*\n)/;
/** Indented lines, also behind blank ones, belong to the footnote before them. */
const INDENTED = /^(?:\n(?:[ \t]*\n)*(?: {4}| {0,3}\t)[ \t]*\S.*)*/;

/**
 * Reads what marked does, and also footnotes, formulas when there is something to draw them, and
 * definitions of links as CommonMark has them.
 */
export class KitTokenizer extends Tokenizer {
  private readonly hasFormulas: boolean;
  private readonly line: RegExp;

  constructor(hasFormulas: boolean) {
    super();
    this.hasFormulas = hasFormulas;
    this.line = hasFormulas ? NOTE_OR_FORMULA_LINE : NOTE_LINE;
  }

  /** Blocks that marked does not know. */
  own(source: string): NoteToken | FormulaToken | undefined {
    return this.note(source) ?? (this.hasFormulas ? readBlockFormula(source) : undefined);
  }

  private note(source: string): NoteToken | undefined {
    const [head, label] = NOTE.exec(source) ?? [];
    if (!head || !label) return undefined;
    const rest = source.slice(head.length);
    const end = rest.search(NOTE_LINE);
    const near = end < 0 ? rest : rest.slice(0, end);
    const [lines = ""] = this.rules.block.paragraph.exec(near) ?? [];
    const [more = ""] = INDENTED.exec(near.slice(lines.length)) ?? [];
    const { state } = this.lexer;
    const { top } = state;
    state.top = true;
    const tokens = this.lexer.blockTokens((lines + more).replace(/\n(?: {1,4}|\t)/g, "\n"), []);
    state.top = top;
    return { type: "note", raw: head + lines + more, label, tokens };
  }

  override paragraph(source: string) {
    return this.before(this.line, source, (text) => super.paragraph(text));
  }

  override table(source: string) {
    return this.before(this.line, source, (text) => super.table(text));
  }

  override blockquote(source: string) {
    return this.before(this.line, source, (text) => super.blockquote(text));
  }

  override list(source: string) {
    return this.before(OUTER_NOTE_LINE, source, (text) => super.list(text));
  }

  override lheading(source: string) {
    const heading = super.lheading(source);
    return heading && this.line.test(heading.raw) ? undefined : heading;
  }

  /** Reads a block, but for what follows the first such line in it. */
  private before<T extends Tokens.Generic>(
    line: RegExp,
    source: string,
    read: (text: string) => T | undefined,
  ): T | undefined {
    const queued = this.lexer.inlineQueue.length;
    const token = read(source);
    const end = token?.raw.search(line) ?? -1;
    if (end < 0) return token;
    this.lexer.inlineQueue.length = queued;
    return read(source.slice(0, end + 1));
  }

  /**
   * Keeps a link reference definition inside the paragraph it starts, as CommonMark does. marked's own
   * rule searches for the end of a title through the whole rest of the text, so a quotation mark that
   * arrives pages later could still turn a block that was shown long ago into a definition.
   */
  override def(source: string) {
    const paragraph = /^ {0,3}\[/.test(source) && this.rules.block.paragraph.exec(source);
    return paragraph ? super.def(paragraph[0]) : undefined;
  }

  override reflink(...args: Parameters<Tokenizer["reflink"]>) {
    const token = super.reflink(...args);
    const [raw, label] = NOTE_REFERENCE.exec(args[0]) ?? [];
    if (!raw || (token && token.type !== "text")) return token;
    // marked passes on what it is given, and only asks whether that is text.
    return { type: "noteRef", raw, label } as unknown as Tokens.Link;
  }

  /** The first that is asked about a piece of a line. */
  override escape(source: string) {
    const formula = this.hasFormulas ? readFormula(source) : undefined;
    // As above.
    return (formula as unknown as Tokens.Escape | undefined) ?? super.escape(source);
  }

  override inlineText(source: string) {
    const text = super.inlineText(source);
    const end = this.hasFormulas && text ? text.raw.indexOf("$", 1) : -1;
    return end < 0 ? text : super.inlineText(source.slice(0, end));
  }
}
