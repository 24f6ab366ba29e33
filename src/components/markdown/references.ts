import type { Links, Token, Tokens } from "marked";
import { known } from "./tokens.ts";

/** The labels whose definition came, went or changed between two states of a text. */
export function changedLabels(before: Links, after: Links): Set<string> {
  const changed = new Set<string>();
  for (const label of [...Object.keys(before), ...Object.keys(after)]) {
    const [a, b] = [before[label], after[label]];
    if (a?.href !== b?.href || a?.title !== b?.title) changed.add(label);
  }
  return changed;
}

/** Whether Markdown source holds `[label]` for one of these labels. */
export function refersTo(source: string, labels: ReadonlySet<string>): boolean {
  if (!labels.size) return false;
  for (const match of source.matchAll(/\[((?:\\[\s\S]|[^[\]\\])+)\]/g)) {
    if (labels.has(normalizeLabel(match[1] ?? ""))) return true;
  }
  return false;
}

/** `before` with the definitions among `tokens`, which may sit in quotes and lists; the first one counts. */
export function withDefinitions(before: Links, tokens: readonly Token[]): Links {
  let links = before;
  for (const { tag, href, title } of definitionsIn(tokens)) {
    if (links[tag]) continue;
    // Without a prototype a label may be any word, `constructor` too.
    if (links === before) links = Object.assign(Object.create(null), before);
    links[tag] = { href, title };
  }
  return links;
}

function definitionsIn(tokens: readonly Token[]): Tokens.Def[] {
  return tokens.map(known).flatMap((token) => {
    if (token.type === "def") return token;
    if (token.type === "list") return token.items.flatMap((item) => definitionsIn(item.tokens));
    const isContainer = token.type === "blockquote" || token.type === "own";
    return isContainer ? definitionsIn(token.tokens ?? []) : [];
  });
}

/** As marked does it: white space collapsed, case folded through upper case. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}
