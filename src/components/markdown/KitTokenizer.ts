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

/** Reads formulas, which only those read who can draw them. */
export interface FormulaGrammar {
  /** What ends a paragraph before it, footnotes included. */
  line: RegExp;
  /** The one that a text begins with, in lines of its own. */
  readBlock: (source: string) => OwnToken | undefined;
  /** The one that a piece of a line begins with. */
  readInline: (source: string) => OwnToken | undefined;
  /** Finds, with the flag `g`, where in a paragraph one may yet turn out to begin. */
  undecided: RegExp;
}

/** By what ends a paragraph, as a text is lexed with every piece that arrives. */
const extended = new Map<RegExp, Rules>();

/** Reads footnotes, and formulas if it is told how. */
export class KitTokenizer extends BoundedTokenizer {
  private readonly formulas: FormulaGrammar | undefined;
  private readonly line: RegExp;
  override readonly undecided: RegExp | undefined;

  constructor(formulas: FormulaGrammar | undefined) {
    super();
    this.undecided = formulas?.undecided;
    this.formulas = formulas;
    this.line = formulas?.line ?? NOTE_LINE;
  }

  /**
   * By rules, and not by methods of its own for a paragraph and a text: marked puts together again what
   * was no table after all only where `paragraph` is its own, and would look for the end of a text
   * through the rest of a paragraph once for every dollar in it.
   */
  override extend(rules: Rules): Rules {
    const { line, formulas } = this;
    const known = extended.get(line);
    if (known) return known;
    const { block, inline } = rules;
    const paragraph = withSource(block.paragraph, (source) =>
      source.replace("\\n(?!", () => `\\n(?!${line.source.slice(2)}|`),
    );
    const text = withSource(inline.text, (source) =>
      formulas ? source.replace("(?=[\\\\<!", () => "(?=[$\\\\<!") : source,
    );
    const made = { ...rules, block: { ...block, paragraph }, inline: { ...inline, text } };
    extended.set(line, made);
    return made;
  }

  override own(source: string): OwnToken | undefined {
    return this.note(source) ?? this.formulas?.readBlock(source);
  }

  override formulaLength(source: string): number {
    return this.formulas?.readInline(source)?.raw.length ?? 0;
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
    return noteToken(head + lines + more, label, tokens);
  }

  override table(source: string) {
    return this.before(this.line, source, (text) => super.table(text));
  }

  override blockquote(source: string) {
    return super.blockquote(upTo(this.line, source));
  }

  override list(source: string) {
    return super.list(upTo(OUTER_NOTE_LINE, source));
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

function withSource(rule: RegExp, change: (source: string) => string): RegExp {
  return new RegExp(change(rule.source), rule.flags);
}

/** What is before the first such line, which ends a quotation or a list whatever is in it. */
function upTo(line: RegExp, source: string): string {
  const end = source.search(line);
  return end < 0 ? source : source.slice(0, end + 1);
}
