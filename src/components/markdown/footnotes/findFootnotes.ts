import type { Token, Tokens } from "marked";
import {
  type CustomToken,
  type FootnoteRefToken,
  type FootnoteToken,
  type KitToken,
  type Sections,
  toKitToken,
} from "../lexer/kitToken.ts";

interface FoundRef {
  token: FootnoteRefToken;
  /**
   * True when the footnote may still arrive while the text streams: for a number, and for a word that no space
   * precedes. Any other `[^abc]` is more likely part of a regular expression.
   */
  mayArrive: boolean;
}

interface FoundTokens {
  refs: FoundRef[];
  footnotes: FootnoteToken[];
}

/** Caches by a list of tokens, or a section of a token: the footnote tokens in it. */
const foundTokens = new WeakMap<readonly object[], FoundTokens>();

/** Maximum number of references that are looked up; later ones are text. */
export const MAX_FOUND_REFS = 500;

const NOTHING: FoundTokens = { refs: [], footnotes: [] };

/** Finds the footnote tokens in a list, once per list. @param raw - Source of the list; no footnotes without `[^`. */
export function findFootnotes(tokens: readonly Token[], raw = "[^"): FoundTokens {
  const cached = foundTokens.get(tokens);
  if (cached) return cached;
  const footnoteTokens = raw.includes("[^") ? findTokens(tokens) : NOTHING;
  foundTokens.set(tokens, footnoteTokens);
  return footnoteTokens;
}

/** @param previous - The token before `tokens[0]`: a reference that follows text may be an email or a code. */
function findTokens(
  tokens: readonly Token[],
  result: FoundTokens = { refs: [], footnotes: [] },
  previous?: Token,
): FoundTokens {
  for (const [index, anyToken] of tokens.entries()) {
    const token = toKitToken(anyToken);
    switch (token.type) {
      case "custom":
        if (isFootnote(token)) {
          result.footnotes.push(token);
          // References inside a footnote count only when the footnote is shown.
          findTokens(token.tokens, { refs: [], footnotes: result.footnotes });
        } else if (isFootnoteRef(token) && result.refs.length < MAX_FOUND_REFS) {
          const before = index ? tokens[index - 1] : previous;
          result.refs.push({ token, mayArrive: mayArrive(token, before) });
        }
        break;
      case "table":
        findInRows([token.header], result);
        for (const rows of token.sections ?? [])
          addFound(result, rows, () => findInRows(rows, { refs: [], footnotes: [] }));
        findInRows(token.rows, result);
        break;
      default:
        findInChildren(token, result);
    }
  }
  return result;
}

/** @param before - The token before the reference. */
function mayArrive({ label }: FootnoteRefToken, before: Token | undefined): boolean {
  const isAttached = /\S/.test(before?.raw.at(-1) ?? "");
  return (isAttached ? /^[\p{L}\p{N}_]+$/u : /^\d+$/).test(label);
}

/** Finds the footnote tokens in the children of a token: in each of its sections only once. */
function findInChildren(token: KitToken, result: FoundTokens): void {
  // Neither a table, whose children are not tokens.
  const sections = (token.sections ?? []) as Sections<Token>;
  let previous: Token | undefined;
  for (const section of sections) {
    const before = previous;
    addFound(result, section, () => findTokens(section, { refs: [], footnotes: [] }, before));
    previous = section.at(-1);
  }
  const rest = token.type === "list" ? token.items : "tokens" in token && token.tokens;
  if (rest) findTokens(rest, result, previous);
}

function findInRows(rows: readonly Tokens.TableCell[][], result: FoundTokens): FoundTokens {
  for (const cell of rows.flat()) findTokens(cell.tokens, result);
  return result;
}

/** Adds what was found in a section of a token. */
function addFound(result: FoundTokens, section: readonly object[], find: () => FoundTokens): void {
  const tokens = foundTokens.get(section) ?? find();
  foundTokens.set(section, tokens);
  if (result.refs.length < MAX_FOUND_REFS) result.refs.push(...tokens.refs);
  for (const footnote of tokens.footnotes) result.footnotes.push(footnote);
}

function isFootnote(token: CustomToken): token is FootnoteToken {
  return "kind" in token && token.kind === "footnote";
}

function isFootnoteRef(token: CustomToken): token is FootnoteRefToken {
  return "kind" in token && token.kind === "footnoteRef";
}
