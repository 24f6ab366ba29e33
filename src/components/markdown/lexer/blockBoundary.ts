import type { Token } from "marked";
import { isDecided } from "./incrementalLexer.ts";

/** Matches, in type and source, a block whose first line alone ends any paragraph before it. */
const INTERRUPTION =
  /^(?:heading +#{1,6}\s|blockquote|code +[`~]|html|list +(?:[*+-]|1[.)]) +\S|custom +\[\^)/;

/** Tests whether everything before `token` is settled, so that a new block can start with it. */
export function isBlockBoundary(
  previous: Token | undefined,
  token: Token,
  text: string,
  position: number,
): boolean {
  if (!previous || token.type === "space" || text[position - 1] !== "\n") return false;
  // An incomplete next line may become the next item of a list, or turn the line before it into a table head.
  if (!isDecided(text, position)) return false;
  switch (previous.type) {
    case "heading":
    case "hr":
    case "html":
      return true;
    case "code":
      // A fenced block that another token follows has been closed.
      if (!previous.codeBlockStyle) return true;
  }
  if (followsBlankLine(text, position)) return true;
  return text.includes("\n", position) && INTERRUPTION.test(`${token.type} ${token.raw}`);
}

function followsBlankLine(text: string, position: number): boolean {
  let at = position - 2;
  while (text[at] === " " || text[at] === "\t") at -= 1;
  return at < 0 || text[at] === "\n";
}
