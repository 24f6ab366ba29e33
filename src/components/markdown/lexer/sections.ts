import type { Token } from "marked";
import type { KitToken, Sections } from "./kitToken.ts";

/** Number of items in a section. */
export const SECTION_LENGTH = 64;

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
): [sections: Sections<T>, rest: T[]] {
  const added: T[][] = [];
  let from = 0;
  for (; items.length - from > SECTION_LENGTH; from += SECTION_LENGTH)
    added.push(items.slice(from, from + SECTION_LENGTH));
  if (!from) return [sections, items];
  return [sections.concat(added), items.slice(from)];
}

/** Names the property that contains the children, for each type of token whose children may have sections. */
const CHILDREN: { readonly [type: string]: "rows" | "items" | "tokens" | undefined } = {
  table: "rows",
  list: "items",
  list_item: "tokens",
  blockquote: "tokens",
  paragraph: "tokens",
  text: "tokens",
};

/**
 * Moves the first children of a token to sections, also those of the last list item, quotation or line in it. A delta
 * then copies and renders only the last children, however many the token has.
 */
export function closeChildren<T extends object>(token: T): T {
  // The row of a table, which is not a token, has no type.
  const parent = token as SectionedParent;
  const key = CHILDREN[parent.type ?? ""];
  const children = key && parent[key];
  const last = children?.at(-1);
  if (!children || !last) return token;
  const closed = closeChildren(last);
  if (closed === last && children.length <= SECTION_LENGTH) return token;
  // `concat` would add the cells of a row one by one, so the last child is in a list of its own.
  const [all, open] = closeSections(parent.sections ?? [], children.slice(0, -1).concat([closed]));
  return { ...token, sections: all, [key]: open };
}

/** Any token that may have children in sections. */
interface SectionedParent {
  type?: string;
  sections?: Sections<object>;
  rows?: object[];
  items?: object[];
  tokens?: object[];
}
