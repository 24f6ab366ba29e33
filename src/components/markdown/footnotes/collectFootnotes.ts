import type { Token } from "marked";
import { normalizeLabel } from "../lexer/linkReferences.ts";
import { allItems, childrenOf } from "../lexer/sections.ts";
import {
  type CustomToken,
  type FootnoteRefToken,
  type FootnoteToken,
  toKitToken,
} from "../lexer/tokens.ts";
import { type FootnoteRef, type FootnoteRefs, NO_FOOTNOTES } from "./FootnoteLink.tsx";

/** A defined footnote that the text refers to. */
export interface Footnote {
  number: number;
  token: FootnoteToken;
  /** Number of references to the footnote. */
  refCount: number;
  /** The references inside the footnote. */
  refs: FootnoteRefs;
}

/** The footnotes of a text. Unchanged parts keep their identity from the previous call. */
interface Footnotes {
  /** The references in each block. */
  refs: readonly FootnoteRefs[];
  /** In the order of their first reference. */
  list: readonly Footnote[];
}

interface FoundRef {
  token: FootnoteRefToken;
  /** True when no space precedes the reference, as is usual for a footnote. */
  isAttached: boolean;
}

interface FoundTokens {
  refs: FoundRef[];
  footnotes: FootnoteToken[];
}

/** Caches by the token list of a block or a footnote, and by footnote: the found tokens, and the last results. */
const foundTokens = new WeakMap<readonly Token[], FoundTokens>();
const lastRefs = new WeakMap<readonly Token[], FootnoteRefs>();
const lastFootnotes = new WeakMap<FootnoteToken, Footnote>();

/** Maximum number of references in a text, which are numbered again with every delta; later ones are text. */
const MAX_REFS = 500;

const NOTHING: FoundTokens = { refs: [], footnotes: [] };

/**
 * Collects the footnotes of blocks by GitHub's rules: the first definition of a label counts, a footnote without
 * references is left out, and a reference without a footnote is text.
 *
 * @param isStreaming - Also numbers references to footnotes that may still arrive: those to a number, and those to a
 * word that no space precedes. Any other `[^abc]` is more likely part of a regular expression.
 */
export function collectFootnotes(
  blocks: readonly { raw: string; tokens: readonly Token[] }[],
  isStreaming: boolean,
): Footnotes {
  const defined = new Map<string, FootnoteToken>();
  const tokenLists: (readonly Token[])[] = [];
  for (const { raw, tokens } of blocks) {
    const { refs, footnotes } = findOnce(tokens, raw);
    if (refs.length) tokenLists.push(tokens);
    for (const footnote of footnotes) {
      const key = normalizeLabel(footnote.label);
      if (!defined.has(key)) defined.set(key, footnote);
    }
  }
  const numbered = new Map<string, { number: number; refCount: number }>();
  const shown: FootnoteToken[] = [];
  const refsByList = new Map<readonly Token[], FootnoteRefs>();
  // The loop appends footnotes to the lists: references inside footnotes are numbered after those of the text.
  let count = 0;
  for (const list of tokenLists) {
    const refs = new Map<FootnoteRefToken, FootnoteRef>();
    for (const { token, isAttached } of findOnce(list).refs) {
      const key = normalizeLabel(token.label);
      const footnote = defined.get(key);
      const mayArrive = isStreaming && (isAttached ? /^[\p{L}\p{N}_]+$/u : /^\d+$/).test(key);
      if ((!footnote && !mayArrive) || count >= MAX_REFS) continue;
      count += 1;
      const entry = numbered.get(key) ?? { number: numbered.size + 1, refCount: 0 };
      if (!entry.refCount && footnote) {
        shown.push(footnote);
        tokenLists.push(footnote.tokens);
      }
      entry.refCount += 1;
      numbered.set(key, entry);
      refs.set(token, { number: entry.number, occurrence: entry.refCount, isDefined: !!footnote });
    }
    refsByList.set(list, reuseLastRefs(list, refs));
  }
  return {
    refs: blocks.map(({ tokens }) => refsByList.get(tokens) ?? NO_FOOTNOTES),
    list: shown.map((token) => {
      const entry = numbered.get(normalizeLabel(token.label)) ?? { number: 0, refCount: 0 };
      const footnote = { ...entry, token, refs: refsByList.get(token.tokens) ?? NO_FOOTNOTES };
      const last = lastFootnotes.get(token);
      if (last && isSame(last, footnote)) return last;
      lastFootnotes.set(token, footnote);
      return footnote;
    }),
  };
}

/** Returns the references of the previous call if they are equal. */
function reuseLastRefs(tokens: readonly Token[], refs: FootnoteRefs): FootnoteRefs {
  const last = lastRefs.get(tokens);
  if (last?.size === refs.size && [...refs].every(([token, ref]) => isSame(last.get(token), ref)))
    return last;
  lastRefs.set(tokens, refs);
  return refs;
}

function isSame<T extends object>(before: T | undefined, after: T): boolean {
  // `Object.keys` returns strings, whatever the keys of the type.
  return !!before && (Object.keys(after) as (keyof T)[]).every((key) => before[key] === after[key]);
}

/** Finds the footnote tokens in a list. @param raw - Source of the list: without `[^` it needs no search. */
function findOnce(tokens: readonly Token[], raw = "[^"): FoundTokens {
  const cached = foundTokens.get(tokens);
  if (cached) return cached;
  const footnoteTokens = raw.includes("[^") ? findTokens(tokens) : NOTHING;
  foundTokens.set(tokens, footnoteTokens);
  return footnoteTokens;
}

function findTokens(
  tokens: readonly Token[],
  result: FoundTokens = { refs: [], footnotes: [] },
): FoundTokens {
  for (const [index, anyToken] of tokens.entries()) {
    const token = toKitToken(anyToken);
    switch (token.type) {
      case "custom":
        if (isFootnote(token)) {
          result.footnotes.push(token);
          // References inside a footnote count only when the footnote is shown.
          findTokens(token.tokens, { refs: [], footnotes: result.footnotes });
        } else if (isFootnoteRef(token)) {
          result.refs.push({ token, isAttached: /\S$/.test(tokens[index - 1]?.raw ?? "") });
        }
        break;
      case "table":
        for (const cell of [token.header, ...allItems(token.sections, token.rows)].flat())
          findTokens(cell.tokens, result);
        break;
      default:
        findTokens(childrenOf(token), result);
    }
  }
  return result;
}

function isFootnote(token: CustomToken): token is FootnoteToken {
  return "kind" in token && token.kind === "footnote";
}

function isFootnoteRef(token: CustomToken): token is FootnoteRefToken {
  return "kind" in token && token.kind === "footnoteRef";
}
