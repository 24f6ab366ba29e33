import type { Token } from "marked";
import type { BlockList, TextBlock } from "../lexer/blockList.ts";
import type { FootnoteRefToken, FootnoteToken, Sections } from "../lexer/kitToken.ts";
import { type FootnoteRef, type FootnoteRefs, NO_FOOTNOTES } from "./FootnoteLink.tsx";
import { findFootnotes, MAX_FOUND_REFS } from "./findFootnotes.ts";

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

type Definitions = ReadonlyMap<string, FootnoteToken>;
type NumberRefs = (tokens: readonly Token[]) => FootnoteRefs;

/** A section of blocks as shown, with the references of those blocks in it that have any. */
interface ShownSection {
  refs: readonly FootnoteRefs[];
  blocks: readonly ShownBlock[];
}

/** Caches by a section of blocks: the token lists in it that have references. */
const foundLists = new WeakMap<readonly TextBlock[], readonly (readonly Token[])[]>();
/** Caches by a section of blocks: the definitions up to its end, with those up to its start. */
const foundDefinitions = new WeakMap<
  readonly TextBlock[],
  { before: Definitions; definitions: Definitions }
>();
/** Caches by a section of blocks, by a list of tokens, by the first of some references, and by footnote: the last result. */
const lastSections = new WeakMap<readonly TextBlock[], ShownSection>();
const lastBlocks = new WeakMap<readonly Token[], ShownBlock>();
const lastRefs = new WeakMap<FootnoteRefToken, FootnoteRefs>();
const lastFootnotes = new WeakMap<FootnoteToken, Footnote>();

/** Maximum number of references in a text, which are numbered again with every delta; later ones are text. */
const MAX_REFS = 300;

const NO_DEFINITIONS: Definitions = new Map();

/**
 * Collects the footnotes of blocks by GitHub's rules: the first definition of a label counts, a footnote without references
 * is left out, and a reference without a footnote is text. A delta visits only the sections, the blocks after them, and the
 * references.
 *
 * @param isStreaming - Also numbers references to footnotes that may still arrive.
 */
export function collectFootnotes({ sections, blocks }: BlockList, isStreaming: boolean): Footnotes {
  const settled = sections.reduce(addDefinitionsIn, NO_DEFINITIONS);
  const open = addFootnotes(NO_DEFINITIONS, blocks);
  const findFootnote = (label: string) => settled.get(label) ?? open.get(label);

  const numbered = new Map<string, { number: number; refCount: number }>();
  let count = 0;
  let foundCount = 0;
  const isFull = () => count >= MAX_REFS || foundCount >= MAX_FOUND_REFS;
  const numberRefs: NumberRefs = (tokens) => {
    const refTokens = findFootnotes(tokens).refs;
    if (!refTokens.length || isFull()) return NO_FOOTNOTES;
    const refs = new Map<FootnoteRefToken, FootnoteRef>();
    for (const { token, mayArrive } of refTokens) {
      if (isFull()) break;
      foundCount += 1;
      const isDefined = !!findFootnote(token.label);
      if (!isDefined && !(isStreaming && mayArrive)) continue;
      count += 1;
      const entry = numbered.get(token.label) ?? { number: numbered.size + 1, refCount: 0 };
      entry.refCount += 1;
      numbered.set(token.label, entry);
      refs.set(token, { number: entry.number, occurrence: entry.refCount, isDefined });
    }
    return reuseLastRefs(refs);
  };

  const shown = [...sections, blocks].map((section) =>
    isFull() ? section : showSection(section, numberRefs),
  );
  // References inside footnotes are numbered after those of the text. The loop adds labels to the map that it reads.
  const refsInside = new Map<FootnoteToken, FootnoteRefs>();
  for (const label of numbered.keys()) {
    const token = findFootnote(label);
    if (token) refsInside.set(token, numberRefs(token.tokens));
  }
  const list: Footnote[] = [];
  for (const [token, refs] of refsInside) {
    const entry = numbered.get(token.label);
    if (entry) list.push(reuseLastFootnote({ ...entry, token, refs }));
  }
  return { sections: shown, list };
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
    for (const footnote of findFootnotes(tokens, raw).footnotes) {
      if ((definitions ?? before).has(footnote.label)) continue;
      definitions ??= new Map(before);
      definitions.set(footnote.label, footnote);
    }
  }
  return definitions ?? before;
}

/** Finds the blocks of a section that have references. */
function findLists(section: readonly TextBlock[]): readonly (readonly Token[])[] {
  const cached = foundLists.get(section);
  if (cached) return cached;
  const lists = section
    .filter(({ tokens, raw }) => findFootnotes(tokens, raw).refs.length)
    .map(({ tokens }) => tokens);
  foundLists.set(section, lists);
  return lists;
}

/** Adds the references to the blocks of a section; returns the same list while they are the same. */
function showSection(section: readonly TextBlock[], numberRefs: NumberRefs): readonly ShownBlock[] {
  const lists = findLists(section);
  if (!lists.length) return section;
  const refs = lists.map(numberRefs);
  const last = lastSections.get(section);
  if (last && refs.every((ref, index) => ref === last.refs[index])) return last.blocks;
  const refsByList = new Map(lists.map((list, index) => [list, refs[index]]));
  const blocks = section.map(({ tokens }) =>
    withRefs(tokens, refsByList.get(tokens) ?? NO_FOOTNOTES),
  );
  lastSections.set(section, { refs, blocks });
  return blocks;
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
  if (last?.size === refs.size && hasEqualRefs(last, refs)) return last;
  lastRefs.set(first, refs);
  return refs;
}

function hasEqualRefs(before: FootnoteRefs, after: FootnoteRefs): boolean {
  for (const [token, { number, occurrence, isDefined }] of after) {
    const last = before.get(token);
    if (last?.number !== number || last.occurrence !== occurrence || last.isDefined !== isDefined)
      return false;
  }
  return true;
}

/** Returns the footnote of the previous call if it is equal. */
function reuseLastFootnote(footnote: Footnote): Footnote {
  const { token, number, refCount, refs } = footnote;
  const last = lastFootnotes.get(token);
  if (last?.number === number && last.refCount === refCount && last.refs === refs) return last;
  lastFootnotes.set(token, footnote);
  return footnote;
}
