import type { Token } from "marked";
import type { ShownTexts } from "../../selectors/search/searchText.ts";
import { decodeEntities } from "../markdown/decodeEntities.ts";
import { createFootnoteTokenizer } from "../markdown/lexer/createFootnoteTokenizer.ts";
import { toKitToken } from "../markdown/lexer/kitToken.ts";
import { lex } from "../markdown/lexer/lex.ts";

/** Stands for a line break that is shown as one; other line ends in Markdown are shown as spaces. */
const LINE_BREAK = "\0";

/**
 * @internal Returns what a reader sees of Markdown, block by block: without markers and addresses, and with the cells of
 * tables and the lines of code.
 */
export function readMarkdown(markdown: string): ShownTexts {
  if (markdown === "") return [];
  return readBlocks(lex(markdown, {}, false, createFootnoteTokenizer).tokens);
}

function readBlocks(tokens: readonly Token[]): ShownTexts {
  return tokens.flatMap((anyToken): ShownTexts => {
    const token = toKitToken(anyToken);
    switch (token.type) {
      case "paragraph":
      case "heading":
      case "text":
        return readInline(token.tokens ?? [token]).split(LINE_BREAK);
      case "blockquote":
      case "custom":
        return readBlocks(token.tokens ?? []);
      case "list":
        return token.items.flatMap((item) => readBlocks(item.tokens));
      case "table":
        return [token.header, ...token.rows].flatMap((cells) =>
          cells.flatMap((cell) => readInline(cell.tokens).split(LINE_BREAK)),
        );
      case "code":
        return [token.text];
      case "html":
        return [token.text.trim()];
      default:
        return [];
    }
  });
}

function readInline(tokens: readonly Token[]): string {
  const texts = tokens.map((anyToken): string => {
    const token = toKitToken(anyToken);
    switch (token.type) {
      case "text":
        return token.tokens ? readInline(token.tokens) : decodeEntities(token.text);
      case "strong":
      case "em":
      case "del":
        return readInline(token.tokens);
      case "link":
        return token.autolink ? token.text : readInline(token.tokens);
      case "escape":
      case "codespan":
        return token.text;
      case "br":
        return LINE_BREAK;
      case "html":
        return /^<br\s*\/?>$/i.test(token.text) ? LINE_BREAK : token.text;
      default:
        return "";
    }
  });
  return texts.join("");
}
