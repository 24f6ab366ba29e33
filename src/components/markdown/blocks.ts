import type { Links, Token } from "marked";
import { lex } from "./lex.ts";
import { changedLabels, refersTo, withDefinitions } from "./references.ts";
import { isDecided, merge, nextResume, type Resume } from "./resume.ts";

/** A stretch of the text that is rendered, and memoised, as one. */
export interface Block {
  raw: string;
  tokens: readonly Token[];
}

/** A text cut into blocks, and what is needed to cut a longer one without starting again. */
export interface Split {
  /** The text, with `\n` as its only line end. */
  text: string;
  isStreaming: boolean;
  /** All but the last are settled: no appended text can change how they read. */
  blocks: readonly Block[];
  /** Where the last block, the open one, begins. */
  openAt: number;
  resume: Resume | null;
  /** Link reference definitions of the settled blocks, and of all of them. */
  settledLinks: Links;
  links: Links;
}

/**
 * Cuts Markdown into blocks.
 *
 * When `source` continues the text of `previous`, only the open block is lexed again and settled
 * blocks keep their identity, unless a definition arrives that one of them refers to. Whatever the
 * steps in which a text came, the blocks read the same as those of the whole.
 *
 * @param isStreaming whether to complete unfinished syntax at the end, for display
 */
export function splitBlocks(previous: Split | null, source: string, isStreaming: boolean): Split {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  if (!previous || !text.startsWith(previous.text)) return advance(empty(), text, isStreaming);
  const isSame = text.length === previous.text.length && isStreaming === previous.isStreaming;
  return isSame ? previous : advance(previous, text, isStreaming);
}

function empty(): Split {
  const links: Links = Object.create(null);
  return {
    text: "",
    isStreaming: false,
    blocks: [],
    openAt: 0,
    resume: null,
    settledLinks: links,
    links,
  };
}

function advance(from: Split, text: string, isStreaming: boolean, resume = from.resume): Split {
  const at = resume?.at ?? from.openAt;
  const head = resume?.head ?? "";
  const { tokens, links, isRepaired } = lex(head + text.slice(at), from.settledLinks, isStreaming);
  const changed = changedLabels(from.links, links);
  const rest = tokens[0];
  if (resume && rest) {
    const whole = changed.size ? null : merge(resume.token, rest);
    if (!whole) return advance(from, text, isStreaming, null);
    tokens[0] = whole;
  }

  const blocks = from.blocks
    .slice(0, -1)
    .map((block) => (changed.size && refersTo(block.raw, changed) ? relex(block, links) : block));
  let { openAt, settledLinks } = from;
  let open: Token[] = [];
  let position = at - head.length;
  for (const [index, token] of tokens.entries()) {
    if (isBoundary(tokens[index - 1], token, text, position)) {
      blocks.push({ raw: text.slice(openAt, position), tokens: open });
      settledLinks = withDefinitions(settledLinks, open);
      openAt = position;
      open = [];
    }
    open.push(token);
    position += (index ? token : (rest ?? token)).raw.length;
  }
  if (open.length) blocks.push({ raw: text.slice(openAt), tokens: open });

  const whole = open[0];
  const isSame = openAt === from.openAt;
  return {
    text,
    isStreaming,
    blocks,
    openAt,
    settledLinks,
    links,
    resume:
      whole && isAlone(open) && Object.keys(links).length === Object.keys(settledLinks).length
        ? nextResume({
            previous: isSame ? resume : null,
            rest: (isSame && rest) || whole,
            whole,
            text,
            at: isSame ? at : openAt,
            isRepaired,
          })
        : null,
  };
}

/** Whether an open block is one token, but for the blank line that may follow a list's item. */
function isAlone([first, second, third]: readonly Token[]): boolean {
  return !second || (first?.type === "list" && second.type === "space" && !third);
}

function relex({ raw }: Block, links: Links): Block {
  return { raw, tokens: lex(raw, links, false).tokens };
}

/** A block that ends any paragraph before it by its first line alone. */
const INTERRUPTION = /^(?:heading +#{1,6}\s|blockquote|code +[`~]|html|list +(?:[*+-]|1[.)]) +\S)/;

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
      if (!previous["codeBlockStyle"]) return true;
  }
  const lineBefore = text.slice(text.lastIndexOf("\n", position - 2) + 1, position - 1);
  if (/^[ \t]*$/.test(lineBefore)) return true;
  return text.includes("\n", position) && INTERRUPTION.test(`${token.type} ${token.raw}`);
}
