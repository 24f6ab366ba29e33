import type { Lexer, Links, Token } from "marked";
import { closeOpenSyntax } from "./completeOpenInline.ts";
import { type FormulaLength, type KnownToken, known } from "./tokens.ts";

/**
 * Makes the end of a text that is still growing look like what it is about to become.
 *
 * Called between marked's block and inline passes, and only ever changes the last block. Returns
 * whether inline tokens will differ from what the source says.
 */
export function repairOpenEnd(
  lexer: Lexer,
  before: Links,
  formulaLength: FormulaLength | undefined,
): boolean {
  const last = lastOf(lexer.tokens);
  if (!last) return false;
  const isLineOpen = !last.raw.endsWith("\n");
  switch (last.type) {
    case "def":
      // Half an address would make links elsewhere point to the wrong place.
      if (isLineOpen) restore(lexer.tokens.links, before, last.tag);
      return false;
    case "code":
      // A closing fence that has not all arrived.
      last.text = last.text.replace(/(^|\n) {0,3}[`~]{1,2}$/, "$1");
      return false;
    case "heading":
      // "Three points:\n-" is about to become a list, not a heading with an underline.
      if (isLineOpen && !/^ {0,3}#/.test(last.raw)) Object.assign(last, { type: "paragraph" });
      break;
    case "paragraph":
      if (showAsTable(lexer, last)) return true;
  }
  const open = openInline(last);
  const entry = lexer.inlineQueue.findLast(({ tokens }) => tokens === open);
  if (!entry) return false;
  const closed = closeOpenSyntax(entry.src, formulaLength);
  const isRepaired = closed !== entry.src;
  entry.src = closed;
  return isRepaired;
}

/** Shows the head of a table as one before its delimiter row is complete. */
function showAsTable(lexer: Lexer, paragraph: { raw: string; text: string }): boolean {
  const head = /^\|([^\n]+?)\|?[ \t]*(?:\n[-|: \t]*)?$/.exec(paragraph.text)?.[1];
  if (head === undefined) return false;
  const source = `|${head}|\n${"|-".repeat(head.split("|").length)}|`;
  const [table] = lexer.blockTokens(source, []);
  if (table?.type !== "table") return false;
  table.raw = paragraph.raw;
  lexer.tokens.splice(-1, 1, table);
  return true;
}

/** The inline tokens that text appended to this block would go on in. */
function openInline(token: KnownToken | undefined): Token[] | undefined {
  switch (token?.type) {
    case "paragraph":
    case "heading":
    case "text":
      return token.tokens;
    case "blockquote":
    case "own":
      return openInline(lastOf(token.tokens ?? []));
    case "list":
      return openInline(lastOf(token.items.at(-1)?.tokens ?? []));
    case "table":
      return (token.rows.at(-1) ?? token.header).findLast((cell) => cell.text)?.tokens;
  }
  return undefined;
}

function restore(links: Links, before: Links, label: string): void {
  const earlier = before[label];
  if (earlier) links[label] = earlier;
  else delete links[label];
}

function lastOf(tokens: readonly Token[]): KnownToken | undefined {
  const last = tokens.at(-1);
  return last && known(last);
}
