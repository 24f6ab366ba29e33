import type { Links, Token, Tokens } from "marked";
import type { SplitText, TextBlock } from "./blockList.ts";
import { toKitToken } from "./kitToken.ts";
import { childrenOf } from "./sections.ts";

/** Returns the labels whose definition was added, removed or changed. */
export function changedLabels(before: Links, after: Links): Set<string> {
  const changed = new Set<string>();
  for (const label of [...Object.keys(before), ...Object.keys(after)]) {
    const [a, b] = [before[label], after[label]];
    if (a?.href !== b?.href || a?.title !== b?.title) changed.add(label);
  }
  return changed;
}

/** Matches a label, or a character after a backslash: an escaped bracket would else search the rest for its end. */
const LABEL = /\\[\s\S]|\[((?:\\[\s\S]|[^[\]\\])+)\]/g;

/** Tests whether Markdown source contains `[label]` for one of these labels. */
export function refersTo(source: string, labels: ReadonlySet<string>): boolean {
  if (!labels.size) return false;
  for (const match of source.matchAll(LABEL)) {
    if (match[1] && labels.has(normalizeLabel(match[1]))) return true;
  }
  return false;
}

/** Adds the definitions in `tokens`, also those in quotes and lists. The first definition of a label counts. */
export function addDefinitions(before: Links, tokens: readonly Token[]): Links {
  let links = before;
  for (const { tag, href, title } of definitionsIn(tokens)) {
    if (links[tag]) continue;
    // Without a prototype, because a label may be any word, even `constructor`.
    if (links === before) links = Object.assign(Object.create(null), before);
    links[tag] = { href, title };
  }
  return links;
}

const CONTAINERS = new Set<string>(["list", "list_item", "blockquote", "custom"]);

function definitionsIn(tokens: readonly Token[]): Tokens.Def[] {
  return tokens.map(toKitToken).flatMap((token) => {
    if (token.type === "def") return token;
    return CONTAINERS.has(token.type) ? definitionsIn(childrenOf(token)) : [];
  });
}

/** Normalizes a label as marked does: collapses white space and folds case through upper case. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}

/** Matches what precedes the bracket of an index: `arr[0`, `f(x)[1`. A script without spaces may have a link there. */
const OPERAND_BEFORE = /[\p{Lu}\p{Ll}\p{Nd}_)\]]$/u;

/**
 * Matches text in a bracket that is no label of a link: so far only numbers, as in `[0, 1`, a space after the bracket, or
 * text that another bracket closes, as in `[a, b)`.
 */
const NO_LABEL = /^(?:\d[\d\s.,;–-]*$|\s|[^()]*\))/;

/** Length from which an open bracket is text: labels of links are shorter. */
const MAX_LABEL = 200;

/**
 * Tests whether an open bracket is shown as it is. Any other one may become a link, of which only the label is shown while
 * the rest arrives.
 *
 * @param end - The end of the text in the bracket.
 */
export function isTextBracket(text: string, at: number, end: number): boolean {
  // A footnote follows words directly as well: the next character decides.
  if (at + 1 === text.length) return false;
  if (OPERAND_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return true;
  const label = text.slice(at + 1, Math.min(end, at + 1 + MAX_LABEL));
  return label.length >= MAX_LABEL || NO_LABEL.test(label);
}

/** Maximum number of times that a settled block is lexed again while the text streams. */
const MAX_LEXED_AGAIN = 4;

/**
 * Marks the settled blocks that refer to a definition which has arrived or changed since. At the end of a text, it marks
 * those as well that were lexed again too often to do so while the text streamed.
 */
export function markStaleBlocks(from: SplitText, split: SplitText): SplitText {
  const { sections, blocks, links, isStreaming } = split;
  const changed = changedLabels(from.links, links);
  const isEnd = from.isStreaming && !isStreaming;
  if (!changed.size && !isEnd) return split;
  const open = blocks.at(-1);
  let hasStaleBlocks = split.hasStaleBlocks;
  const mark = (block: TextBlock): TextBlock => {
    const { lexedAgain = 0, raw } = block;
    const isOutdated = isEnd && lexedAgain > MAX_LEXED_AGAIN;
    if (block === open || !(isOutdated || refersTo(raw, changed))) return block;
    const again = { ...block, lexedAgain: lexedAgain + 1 };
    if (isStreaming && lexedAgain >= MAX_LEXED_AGAIN) return again;
    hasStaleBlocks = true;
    return { ...again, isStale: true };
  };
  const marked = {
    sections: sections.map((section) => section.map(mark)),
    blocks: blocks.map(mark),
  };
  return { ...split, ...marked, hasStaleBlocks };
}
