import type { MarkedToken, Token } from "marked";
import { type KitToken, type Sectioned, toKitToken } from "./tokens.ts";

/** Number of items in a section. */
export const SECTION_LENGTH = 64;

/** The first items of a list that grows at its end, in sections of the same length. */
export type Sections<T> = readonly (readonly T[])[];

/** Returns all items in one list. Copies the list, so a delta must not need it. */
export function allItems<T>(sections: Sections<T> | undefined, rest: readonly T[]): readonly T[] {
  // An item may be a list itself, the row of a table, which `flat` leaves as it is.
  return sections ? ([...sections, rest].flat() as T[]) : rest;
}

/** Returns the tokens directly inside a token, apart from the cells of a table. */
export function childrenOf(token: KitToken): readonly Token[] {
  if (token.type === "list") return allItems(token.sections, token.items);
  return "tokens" in token && token.tokens ? allItems(token.sections, token.tokens) : [];
}

/** Moves items to new sections until the rest, which contains the last item, has at most the length of a section. */
export function closeSections<T>(
  sections: Sections<T>,
  items: T[],
): { sections: Sections<T>; rest: T[] } {
  const added: T[][] = [];
  let from = 0;
  for (; items.length - from > SECTION_LENGTH; from += SECTION_LENGTH)
    added.push(items.slice(from, from + SECTION_LENGTH));
  if (!from) return { sections, rest: items };
  return { sections: sections.concat(added), rest: items.slice(from) };
}

/**
 * Moves the first children of a token to sections, also those of the last list item, quotation or line in it. A delta
 * then copies and renders only the last children, however many the token has.
 */
export function closeChildren<T extends MarkedToken>(token: Sectioned<T>): Sectioned<T>;
export function closeChildren(token: Sectioned<MarkedToken>): Sectioned<MarkedToken> {
  switch (token.type) {
    case "table": {
      const { sections, rest } = closeSections(token.sections ?? [], token.rows);
      return rest === token.rows ? token : { ...token, sections, rows: rest };
    }
    case "list": {
      const { sections, rest } = closeSections(token.sections ?? [], closeLast(token.items));
      return rest === token.items ? token : { ...token, sections, items: rest };
    }
    case "blockquote":
    case "list_item":
    case "paragraph":
    case "text": {
      if (!token.tokens) return token;
      const { sections, rest } = closeSections<Token>(
        token.sections ?? [],
        closeLast(token.tokens),
      );
      return rest === token.tokens ? token : { ...token, sections, tokens: rest };
    }
  }
  return token;
}

function closeLast<T extends Token>(children: T[]): T[] {
  const last = children.at(-1);
  // The type of the token stays the same.
  const closed = last && (closeChildren(toKitToken(last) as MarkedToken) as T);
  return !closed || closed === last ? children : children.slice(0, -1).concat(closed);
}
