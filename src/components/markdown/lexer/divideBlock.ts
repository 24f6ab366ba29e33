import type { Token, Tokens } from "marked";
import { MAX_WEIGHT, weightOf } from "./blockWeight.ts";
import { endsBlank, type LexerState } from "./incrementalLexer.ts";
import { type KitToken, type Sectioned, toKitToken } from "./kitToken.ts";
import { childrenOf } from "./sections.ts";

/**
 * Divides an open block whose finished part is full. Returns the state at the start of the next block, or else null. The next
 * block continues the finished part: a list with the next number, or a table with the same head.
 */
export function divideBlock(state: LexerState): LexerState | null {
  const { finished, isInside = false } = state;
  if (weightOf(finished) < MAX_WEIGHT) return null;
  const continued = emptied(finished, isInside);
  // Emptying changes no type.
  return continued && { ...state, finished: continued as LexerState["finished"] };
}

/**
 * Returns a token without its finished children; null for code and raw HTML, which are never divided.
 *
 * @param isInside - True when the rest continues the last child, which stays, itself emptied.
 */
function emptied(anyToken: Token | undefined, isInside: boolean): KitToken | null {
  if (!anyToken) return null;
  const whole = toKitToken(anyToken);
  const token = { ...whole, sections: undefined, isContinued: true };
  switch (token.type) {
    case "paragraph":
    case "text":
      return { ...token, text: "", tokens: [] };
    case "table":
      return { ...token, rows: [], blocksBefore: (token.blocksBefore ?? 0) + 1 };
    case "blockquote": {
      const child = emptied(token.tokens.at(-1), true);
      return child && { ...token, tokens: [child] };
    }
    case "list": {
      const item = token.items.at(-1);
      const child = isInside ? emptied(item?.tokens.at(-1), true) : null;
      if (isInside && !child) return null;
      const items = item && child ? [continuedItem(item, child)] : [];
      const count = childrenOf(whole).length - items.length;
      const loose = token.loose || (!isInside && !!item && endsBlank(item));
      return { ...token, start: token.start === "" ? "" : token.start + count, loose, items };
    }
  }
  return null;
}

/** Returns a list item that continues one of the block before: it has no marker and no checkbox. */
function continuedItem(item: Tokens.ListItem, child: KitToken): Sectioned<Tokens.ListItem> {
  return { ...item, sections: undefined, isContinued: true, task: false, tokens: [child] };
}
