import { Parser, type Token } from "marked";
import { allBlocks } from "../../../../src/components/markdown/lexer/blockList.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";

/** Returns the HTML that marked creates of the tokens of a text. */
export function htmlOf(text: string): string {
  const blocks = allBlocks(splitBlocks(null, text, false));
  return new Parser({ gfm: true }).parse(blocks.flatMap(({ tokens }) => tokens as Token[]));
}

const BLOCK =
  /\s*(<\/?(?:p|li|ul|ol|blockquote|h\d|hr|br|div|table|thead|tbody|tr|th|td|pre)\b[^>]*>|<!--.*?-->)\s*/g;

/** Normalizes HTML as a browser parses it, without the white space that it does not show. */
export function normalizeHtml(html: string): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const link of template.content.querySelectorAll("[href], [src]")) {
    const name = link.hasAttribute("href") ? "href" : "src";
    link.setAttribute(name, decodeAddress(link.getAttribute(name) ?? ""));
  }
  const parts = template.innerHTML.split(/(<pre>[\s\S]*?<\/pre>)/);
  const shown = parts.map((part) =>
    part.startsWith("<pre>") ? part : part.replace(/\s+/g, " ").replace(BLOCK, "$1"),
  );
  return shown.join("").trim();
}

function decodeAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
