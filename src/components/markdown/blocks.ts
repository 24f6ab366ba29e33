import type { Links, Token } from "marked";
import { isDecided, type LexerState, merge, nextResume } from "./incrementalLexer.ts";
import { type Grammar, lex } from "./lex.ts";
import { changedLabels, refersTo, withDefinitions } from "./references.ts";

/** A stretch of the text that is rendered, and memoised, as one. */
export interface Block {
  raw: string;
  tokens: readonly Token[];
}

/** A text cut into blocks, and what is needed to cut a longer one without starting again. */
export interface Split {
  source: string;
  /** The source, with `\n` as its only line end. */
  text: string;
  isStreaming: boolean;
  /** All but the last are settled: no appended text can change how they read. */
  blocks: readonly Block[];
  /** Where the last block, the open one, begins. */
  openAt: number;
  resume: LexerState | null;
  /** Link reference definitions of the settled blocks, and of all of them. */
  settledLinks: Links;
  links: Links;
  /** What is read besides what marked does. */
  grammar: Grammar | undefined;
}

/**
 * Cuts Markdown into blocks.
 *
 * When `source` continues the text of `previous`, only the open block is lexed again and settled
 * blocks keep their identity, unless a definition arrives that one of them refers to. Whatever the
 * steps in which a text came, the blocks read the same as those of the whole.
 *
 * @param isStreaming whether to complete unfinished syntax at the end, for display
 * @param grammar what is read besides what marked does
 */
export function splitBlocks(
  previous: Split | null,
  source: string,
  isStreaming: boolean,
  grammar?: Grammar,
): Split {
  // Cutting and comparing is many times faster than `startsWith`.
  const isLonger =
    previous &&
    previous.grammar === grammar &&
    source.slice(0, previous.source.length) === previous.source;
  const from = isLonger ? previous : NOTHING;
  const added = source.slice(from.source.length);
  if (isLonger && !added && isStreaming === from.isStreaming) return previous;
  const text = withLineEnds(from, source, added);
  return advance(from, { source, text, isStreaming, grammar }, from.resume);
}

function withLineEnds(from: Split, source: string, added: string): string {
  // The usual case, and putting strings together copies all of them in the end.
  if (from.text === from.source && !added.includes("\r")) return source;
  const isRestOfLineEnd = from.source.endsWith("\r") && added.startsWith("\n");
  return from.text + added.slice(isRestOfLineEnd ? 1 : 0).replace(/\r\n?/g, "\n");
}

const NO_LINKS: Links = Object.create(null);
const NOTHING: Split = {
  source: "",
  text: "",
  isStreaming: false,
  blocks: [],
  openAt: 0,
  resume: null,
  settledLinks: NO_LINKS,
  links: NO_LINKS,
  grammar: undefined,
};

type Input = Pick<Split, "source" | "text" | "isStreaming" | "grammar">;

function advance(from: Split, input: Input, resume: LexerState | null): Split {
  const { text, isStreaming, grammar } = input;
  const { at, head } = resume ?? { at: from.openAt, head: "" };
  const { tokens, links, isRepaired, tokenizer } = lex(
    head + text.slice(at),
    from.settledLinks,
    isStreaming,
    grammar,
  );
  const changed = changedLabels(from.links, links);
  const rest = tokens[0];
  if (resume && rest) {
    const whole = changed.size ? null : merge(resume.done, rest);
    if (!whole) return advance(from, input, null);
    tokens[0] = whole;
  }

  const blocks = from.blocks
    .slice(0, -1)
    .map((block) => (refersTo(block.raw, changed) ? relex(block, links, grammar) : block));
  let { openAt, settledLinks } = from;
  let open: Token[] = [];
  let position = at - head.length;
  for (const [index, token] of tokens.entries()) {
    const isSettled = position + tokenizer.pending <= text.length;
    if (isSettled && isBoundary(tokens[index - 1], token, text, position)) {
      blocks.push({ raw: text.slice(openAt, position), tokens: open });
      settledLinks = withDefinitions(settledLinks, open);
      openAt = position;
      open = [];
    }
    open.push(token);
    position += (index ? token : (rest ?? token)).raw.length;
  }

  const next = { ...input, blocks, openAt, settledLinks, links, resume: null };
  const [whole] = open;
  if (!whole) return next;
  blocks.push({ raw: text.slice(openAt), tokens: open });
  const hasOpenDefinition = Object.keys(links).length > Object.keys(settledLinks).length;
  if (hasOpenDefinition || !isAlone(open)) return next;
  const lexed =
    openAt > from.openAt || !rest
      ? { previous: null, rest: whole, at: openAt }
      : { previous: resume, rest, at };
  return { ...next, resume: nextResume({ ...lexed, whole, text, isRepaired, tokenizer }) };
}

/** Whether an open block is one token, but for the blank line that may follow a list's item. */
function isAlone([first, second, third]: readonly Token[]): boolean {
  return !second || (first?.type === "list" && second.type === "space" && !third);
}

function relex({ raw }: Block, links: Links, grammar: Grammar | undefined): Block {
  // As what it is, settled: at the very end of a text, something might still be closed.
  return { raw, tokens: lex(`${raw}\n\n`, links, false, grammar).tokens };
}

/** A block that ends any paragraph before it by its first line alone. */
const INTERRUPTION =
  /^(?:heading +#{1,6}\s|blockquote|code +[`~]|html|list +(?:[*+-]|1[.)]) +\S|own +\[\^)/;

/** Whether everything before `token` is settled, so that a new block can start with it. */
function isBoundary(
  previous: Token | undefined,
  token: Token,
  text: string,
  position: number,
): boolean {
  if (!previous || token.type === "space" || text[position - 1] !== "\n") return false;
  // The next line may yet be a list's next item, or make a table's head of the line before it.
  if (!isDecided(text, position)) return false;
  switch (previous.type) {
    case "heading":
    case "hr":
    case "html":
      return true;
    case "code":
      // Fenced: it has been closed, or there would be no token behind it.
      if (!previous.codeBlockStyle) return true;
  }
  const lineBefore = text.slice(text.lastIndexOf("\n", position - 2) + 1, position - 1);
  if (/^[ \t]*$/.test(lineBefore)) return true;
  return text.includes("\n", position) && INTERRUPTION.test(`${token.type} ${token.raw}`);
}
