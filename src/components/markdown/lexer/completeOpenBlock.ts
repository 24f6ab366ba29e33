import type { Lexer, Links, Token } from "marked";
import { completeOpenInline } from "./completeOpenInline.ts";
import { type FormulaLength, type KitToken, toKitToken } from "./kitToken.ts";

/**
 * Matches a last line that is so far only a marker, after the markers of the blocks around it: `-`, `1.`, `**`, `[x`.
 * The group in a lookahead keeps the markers around it.
 */
const OPEN_MARKER =
  /^(?=((?:[ \t>]|(?:[*+-]|\d{1,9}[.)])[ \t])*))\1(?:[-*_]+|\+|#{1,6}|\d{1,9}[.)]?|\[(?:[ xX]\]? ?)?)$/;

/**
 * Returns the start of the last line when it is so far only a marker, or the end of the text. The next character decides
 * what the marker becomes: `-` a list or `-5`, `*` a list or emphasis, `3.` a list or `3.14`.
 */
export function findOpenMarker(source: string, tokens: readonly Token[]): number {
  const line = source.slice(source.lastIndexOf("\n") + 1);
  const [match, around = ""] = OPEN_MARKER.exec(line) ?? [];
  const type = match && lastLeaf(tokens)?.type;
  // The content of these blocks has no markers.
  if (!type || /^(?:code|html|custom|def)$/.test(type)) return source.length;
  return source.length - line.length + around.length;
}

/**
 * Completes the last block of a streaming text, so that it looks like the block that it is about to become.
 *
 * Runs between the block pass and the inline pass of marked. Returns true when the inline tokens will differ from the
 * source.
 */
export function completeOpenBlock(
  lexer: Lexer,
  source: string,
  before: Links,
  formulaLength: FormulaLength | undefined,
): boolean {
  const last = lexer.tokens.at(-1);
  const leaf = lastLeaf(lexer.tokens);
  if (!last || !leaf) return false;
  const isLineOpen = !source.endsWith("\n");
  switch (leaf.type) {
    case "def":
      // An incomplete address would send all links with this label to the wrong page.
      if (isLineOpen) restoreDefinition(lexer.tokens.links, before, leaf.tag);
      return false;
    case "code":
      // Removes an incomplete closing fence.
      leaf.text = leaf.text.replace(/(^|\n) {0,3}[`~]{1,2}$/, "$1");
      return false;
    case "heading":
      // "Three points:\n- " is about to become a list, not an underlined heading.
      if (isLineOpen && !/^ {0,3}#+\s/.test(leaf.raw)) Object.assign(leaf, { type: "paragraph" });
      break;
    case "paragraph":
      if (leaf === last && replaceByTable(lexer, leaf)) return true;
  }
  const open = openInlineTokens(leaf);
  const entry = lexer.inlineQueue.findLast(({ tokens }) => tokens === open);
  if (!entry) return false;
  const completed = completeOpenInline(entry.src, formulaLength);
  const isCompleted = completed !== entry.src;
  entry.src = completed;
  return isCompleted;
}

/** Shows the head of a table as a table before its delimiter row is complete. */
function replaceByTable(lexer: Lexer, paragraph: { raw: string; text: string }): boolean {
  const line = /^\|([^\n]+)(?:\n[-|: \t]*)?$/.exec(paragraph.text)?.[1];
  if (line === undefined) return false;
  const head = line.trimEnd().replace(/\|$/, "") || line;
  const source = `|${head}|\n${"|-".repeat(head.split("|").length)}|`;
  const [table] = lexer.blockTokens(source, []);
  if (table?.type !== "table") return false;
  table.raw = paragraph.raw;
  lexer.tokens.splice(-1, 1, table);
  return true;
}

/** Returns the inline tokens of a block, which appended text would continue. */
function openInlineTokens(leaf: KitToken): Token[] | undefined {
  switch (leaf.type) {
    case "paragraph":
    case "heading":
    case "text":
      return leaf.tokens;
    case "table":
      return (leaf.rows.at(-1) ?? leaf.header).findLast((cell) => cell.text)?.tokens;
  }
  return undefined;
}

function restoreDefinition(links: Links, before: Links, label: string): void {
  const earlier = before[label];
  if (earlier) links[label] = earlier;
  else delete links[label];
}

/** Returns the last block that has no block inside. */
function lastLeaf(tokens: readonly Token[]): KitToken | undefined {
  const last = tokens.at(-1);
  const token = last && toKitToken(last);
  switch (token?.type) {
    case "blockquote":
    case "custom":
      return lastLeaf(token.tokens ?? []) ?? token;
    case "list":
      return lastLeaf(token.items.at(-1)?.tokens ?? []) ?? token;
  }
  return token;
}
