import type { Lexer, Links, Token } from "marked";
import { completeOpenInline } from "./completeOpenInline.ts";
import { type FormulaLength, type KitToken, toKitToken } from "./tokens.ts";

/**
 * Completes the last block of a streaming text, so that it looks like the block that it is about to become.
 *
 * Runs between the block pass and the inline pass of marked. Returns true when the inline tokens will differ from the
 * source.
 */
export function completeOpenBlock(
  lexer: Lexer,
  before: Links,
  formulaLength: FormulaLength | undefined,
): boolean {
  const last = lastOf(lexer.tokens);
  if (!last) return false;
  const isLineOpen = !last.raw.endsWith("\n");
  switch (last.type) {
    case "def":
      // An incomplete address would send all links with this label to the wrong page.
      if (isLineOpen) restoreDefinition(lexer.tokens.links, before, last.tag);
      return false;
    case "code":
      // Removes an incomplete closing fence.
      last.text = last.text.replace(/(^|\n) {0,3}[`~]{1,2}$/, "$1");
      return false;
    case "heading":
      // "Three points:\n-" is about to become a list, not an underlined heading.
      if (isLineOpen && !/^ {0,3}#/.test(last.raw)) Object.assign(last, { type: "paragraph" });
      break;
    case "paragraph":
      if (replaceByTable(lexer, last)) return true;
  }
  const open = openInlineTokens(last);
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

/** Returns the inline tokens at the end of a block, which appended text would continue. */
function openInlineTokens(token: KitToken | undefined): Token[] | undefined {
  switch (token?.type) {
    case "paragraph":
    case "heading":
    case "text":
      return token.tokens;
    case "blockquote":
    case "custom":
      return openInlineTokens(lastOf(token.tokens ?? []));
    case "list":
      return openInlineTokens(lastOf(token.items.at(-1)?.tokens ?? []));
    case "table":
      return (token.rows.at(-1) ?? token.header).findLast((cell) => cell.text)?.tokens;
  }
  return undefined;
}

function restoreDefinition(links: Links, before: Links, label: string): void {
  const earlier = before[label];
  if (earlier) links[label] = earlier;
  else delete links[label];
}

function lastOf(tokens: readonly Token[]): KitToken | undefined {
  const last = tokens.at(-1);
  return last && toKitToken(last);
}
