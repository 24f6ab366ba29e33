import type { Token } from "marked";
import { normalizeLabel } from "./references.ts";
import { known, type NoteRefToken, type NoteToken, type OwnToken } from "./tokens.ts";

/** A footnote that the text refers to. */
export interface Note {
  number: number;
  /** What it says; not known while that has still to arrive. */
  token: NoteToken | undefined;
  refs: NoteRefToken[];
}

/** The footnotes of a text, in the order in which it first refers to them. */
export interface Notes {
  list: readonly Note[];
  /** By its reference, of which there may be several. */
  byRef: ReadonlyMap<NoteRefToken, Note>;
}

interface Found {
  refs: NoteRefToken[];
  notes: NoteToken[];
}

/** By the tokens of a block, which are read once. */
const foundIn = new WeakMap<readonly Token[], Found>();

/**
 * The footnotes of these blocks, by GitHub's rules: the first definition of a label counts, one that
 * nothing refers to is left out, and a reference to none is text.
 *
 * @param isStreaming whether a reference counts that nothing defines yet
 */
export function notesOf(
  blocks: readonly { raw: string; tokens: readonly Token[] }[],
  isStreaming: boolean,
): Notes {
  const found = blocks
    .filter(({ raw }) => raw.includes("[^"))
    .map(({ tokens }) => {
      const before = foundIn.get(tokens);
      if (before) return before;
      const made = find(tokens);
      foundIn.set(tokens, made);
      return made;
    });
  const refs = found.flatMap((block) => block.refs);
  const defined = new Map<string, NoteToken>();
  for (const note of found.flatMap((block) => block.notes)) {
    const key = normalizeLabel(note.label);
    if (!defined.has(key)) defined.set(key, note);
  }
  const notes = new Map<string, Note>();
  const byRef = new Map<NoteRefToken, Note>();
  // Notes may refer to others, which are numbered after those of the text.
  for (const ref of refs) {
    const key = normalizeLabel(ref.label);
    const token = defined.get(key);
    if (!token && !(isStreaming && /^\w+$/.test(key))) continue;
    const note = notes.get(key) ?? { number: notes.size + 1, token, refs: [] };
    if (!note.refs.length && token) refs.push(...find(token.tokens).refs);
    note.refs.push(ref);
    notes.set(key, note);
    byRef.set(ref, note);
  }
  return { list: [...notes.values()], byRef };
}

function find(tokens: readonly Token[], into: Found = { refs: [], notes: [] }): Found {
  for (const anyToken of tokens) {
    const token = known(anyToken);
    switch (token.type) {
      case "own":
        if (isNote(token)) {
          into.notes.push(token);
          // What it refers to counts when it is shown.
          find(token.tokens, { refs: [], notes: into.notes });
        } else if (isRef(token)) into.refs.push(token);
        break;
      case "list":
        find(token.items, into);
        break;
      case "table":
        for (const cell of [token.header, ...token.rows].flat()) find(cell.tokens, into);
        break;
      default:
        if ("tokens" in token && token.tokens) find(token.tokens, into);
    }
  }
  return into;
}

function isNote(token: OwnToken): token is NoteToken {
  return "kind" in token && token.kind === "note";
}

function isRef(token: OwnToken): token is NoteRefToken {
  return "kind" in token && token.kind === "noteRef";
}
