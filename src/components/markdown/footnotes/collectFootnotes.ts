import type { Token, Tokens } from "marked";
import type { BlockList, TextBlock } from "../lexer/blockList.ts";
import { normalizeLabel } from "../lexer/linkReferences.ts";
import {
  type CustomToken,
  type FootnoteRefToken,
  type FootnoteToken,
  type KitToken,
  type Sections,
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

/** A block with the references to footnotes in it. */
export interface ShownBlock {
  tokens: readonly Token[];
  refs?: FootnoteRefs;
}

/** The footnotes of a text. Unchanged parts keep their identity from the previous call. */
interface Footnotes {
  /** The blocks of the text, in its sections and after them. */
  sections: Sections<ShownBlock>;
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

type Definitions = ReadonlyMap<string, FootnoteToken>;

/** Caches by a list of tokens, or a section of a token: the footnote tokens in it. */
const foundTokens = new WeakMap<readonly object[], FoundTokens>();
/** Caches by a section of blocks: the token lists in it that have references. */
const foundLists = new WeakMap<readonly ShownBlock[], readonly (readonly Token[])[]>();
/** Caches by a section of blocks: the definitions up to its end, with those up to its start. */
const foundDefinitions = new WeakMap<
  readonly ShownBlock[],
  { before: Definitions; definitions: Definitions }
>();
/** Caches by a section of blocks, by a list of tokens, by the first of some references, and by footnote: the last result. */
const lastSections = new WeakMap<readonly ShownBlock[], readonly ShownBlock[]>();
const lastBlocks = new WeakMap<readonly Token[], ShownBlock>();
const lastRefs = new WeakMap<FootnoteRefToken, FootnoteRefs>();
const lastFootnotes = new WeakMap<FootnoteToken, Footnote>();

/** Maximum number of references in a text, which are numbered again with every delta; later ones are text. */
const MAX_REFS = 500;
/** Maximum number of references that are looked up; later ones are text. */
const MAX_FOUND_REFS = 2000;

const NOTHING: FoundTokens = { refs: [], footnotes: [] };
const NO_DEFINITIONS: Definitions = new Map();

/**
 * Collects the footnotes of blocks by GitHub's rules. The first definition of a label counts. A footnote without
 * references is left out, and a reference without a footnote is text. A delta visits only the sections, the blocks
 * after them, and the references.
 *
 * @param isStreaming - Also numbers references to footnotes that may still arrive: those to a number, and those to a
 * word that no space precedes. Any other `[^abc]` is more likely part of a regular expression.
 */
export function collectFootnotes({ sections, blocks }: BlockList, isStreaming: boolean): Footnotes {
  const settled = sections.reduce(addDefinitionsIn, NO_DEFINITIONS);
  const open = addFootnotes(NO_DEFINITIONS, blocks);
  const tokenLists: (readonly Token[])[] = [];
  const all = [...sections, blocks];
  for (const section of all) {
    if (tokenLists.length >= MAX_FOUND_REFS) break;
    tokenLists.push(...findLists(section));
  }
  const numbered = new Map<string, { number: number; refCount: number }>();
  const shown: FootnoteToken[] = [];
  const refsByList = new Map<readonly Token[], FootnoteRefs>();
  // The loop appends footnotes to the lists: references inside footnotes are numbered after those of the text.
  let count = 0;
  let foundCount = 0;
  for (const list of tokenLists) {
    const refs = new Map<FootnoteRefToken, FootnoteRef>();
    if (count >= MAX_REFS || foundCount >= MAX_FOUND_REFS) break;
    for (const { token, isAttached } of findOnce(list).refs) {
      const key = normalizeLabel(token.label);
      const footnote = settled.get(key) ?? open.get(key);
      const mayArrive = isStreaming && (isAttached ? /^[\p{L}\p{N}_]+$/u : /^\d+$/).test(key);
      foundCount += 1;
      if ((!footnote && !mayArrive) || count >= MAX_REFS || foundCount > MAX_FOUND_REFS) continue;
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
    refsByList.set(list, reuseLastRefs(refs));
  }
  return {
    sections: all.map((section) => showSection(section, refsByList)),
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

/** Adds the definitions in a section to those before it. */
function addDefinitionsIn(before: Definitions, section: readonly TextBlock[]): Definitions {
  const cached = foundDefinitions.get(section);
  if (cached?.before === before) return cached.definitions;
  const definitions = addFootnotes(before, section);
  foundDefinitions.set(section, { before, definitions });
  return definitions;
}

function addFootnotes(before: Definitions, blocks: readonly TextBlock[]): Definitions {
  let definitions: Map<string, FootnoteToken> | undefined;
  for (const { raw, tokens } of blocks) {
    for (const footnote of findOnce(tokens, raw).footnotes) {
      const key = normalizeLabel(footnote.label);
      if ((definitions ?? before).has(key)) continue;
      definitions ??= new Map(before);
      definitions.set(key, footnote);
    }
  }
  return definitions ?? before;
}

/** Finds the blocks of a section that have references. */
function findLists(section: readonly TextBlock[]): readonly (readonly Token[])[] {
  const cached = foundLists.get(section);
  if (cached) return cached;
  const lists = section
    .filter(({ tokens, raw }) => findOnce(tokens, raw).refs.length)
    .map(({ tokens }) => tokens);
  foundLists.set(section, lists);
  return lists;
}

/** Adds the references to the blocks of a section; returns the same list while they are the same. */
function showSection(
  section: readonly TextBlock[],
  refsByList: ReadonlyMap<readonly Token[], FootnoteRefs>,
): readonly ShownBlock[] {
  const first = findLists(section)[0];
  // Lists receive their numbers in order. When the first list of a section has none, no other list of it has any.
  if (!first || !refsByList.has(first)) return section;
  const shown = section.map(({ tokens }) =>
    withRefs(tokens, refsByList.get(tokens) ?? NO_FOOTNOTES),
  );
  const last = lastSections.get(section);
  if (last && shown.every((block, index) => block === last[index])) return last;
  lastSections.set(section, shown);
  return shown;
}

/** Returns a block with its references: the same object while both are the same. */
function withRefs(tokens: readonly Token[], refs: FootnoteRefs): ShownBlock {
  const last = lastBlocks.get(tokens);
  if (last?.refs === refs) return last;
  const shown = { tokens, refs };
  lastBlocks.set(tokens, shown);
  return shown;
}

/** Returns the references of the previous call if they are equal. */
function reuseLastRefs(refs: FootnoteRefs): FootnoteRefs {
  const [first] = refs.keys();
  if (!first) return NO_FOOTNOTES;
  const last = lastRefs.get(first);
  if (last?.size === refs.size && [...refs].every(([token, ref]) => isSame(last.get(token), ref)))
    return last;
  lastRefs.set(first, refs);
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

/** @param previous - The token before the first one. */
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
          result.refs.push({ token, isAttached: /\S$/.test(before?.raw ?? "") });
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

/** Finds the footnote tokens in the children of a token: in each of its sections only once. */
function findInChildren(token: KitToken, result: FoundTokens): void {
  // Neither a table, whose children are no tokens.
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
