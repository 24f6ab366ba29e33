import type { Token } from "marked";
import { NO_NOTES, type NoteView, type NoteViews } from "./footnoteContext.ts";
import { normalizeLabel } from "./references.ts";
import { known, type NoteRefToken, type NoteToken, type OwnToken } from "./tokens.ts";

/** A footnote that the text refers to, and that is there. */
export interface Note {
  number: number;
  token: NoteToken;
  /** How many references there are to it. */
  times: number;
  /** The references in it. */
  views: NoteViews;
}

/** The footnotes of a text. What has not changed is the same object as the time before. */
export interface Notes {
  /** The references in each block. */
  views: readonly NoteViews[];
  /** In the order in which the text first refers to them. */
  list: readonly Note[];
}

/** A reference, and where it stands. */
interface Ref {
  token: NoteRefToken;
  /** Whether it follows a word without a space, as a footnote does. */
  isAttached: boolean;
}

interface Found {
  refs: Ref[];
  notes: NoteToken[];
}

/** By the tokens of a block or a footnote: what is in them, which is looked for once, and what it was last. */
const foundIn = new WeakMap<readonly Token[], Found>();
const lastViews = new WeakMap<readonly Token[], NoteViews>();
const lastNotes = new WeakMap<NoteToken, Note>();

const NOTHING: Found = { refs: [], notes: [] };

/**
 * The footnotes of these blocks, by GitHub's rules: the first definition of a label counts, one that
 * nothing refers to is left out, and a reference to none is text.
 *
 * @param isStreaming whether a reference counts that nothing defines yet: one to a number, or to a word
 * where no space is before it. Else `[^abc]` is more likely to be of a regular expression.
 */
export function collectFootnotes(
  blocks: readonly { raw: string; tokens: readonly Token[] }[],
  isStreaming: boolean,
): Notes {
  const defined = new Map<string, NoteToken>();
  const places: (readonly Token[])[] = [];
  for (const { raw, tokens } of blocks) {
    const { refs, notes } = findOnce(tokens, raw);
    if (refs.length) places.push(tokens);
    for (const note of notes) {
      const key = normalizeLabel(note.label);
      if (!defined.has(key)) defined.set(key, note);
    }
  }
  const numbered = new Map<string, { number: number; times: number }>();
  const shown: NoteToken[] = [];
  const made = new Map<readonly Token[], NoteViews>();
  // Notes may refer to others, which are numbered after those of the text.
  for (const place of places) {
    const views = new Map<NoteRefToken, NoteView>();
    for (const { token, isAttached } of findOnce(place).refs) {
      const key = normalizeLabel(token.label);
      const note = defined.get(key);
      const mayCome = isStreaming && (isAttached ? /^[\p{L}\p{N}_]+$/u : /^\d+$/).test(key);
      if (!note && !mayCome) continue;
      const entry = numbered.get(key) ?? { number: numbered.size + 1, times: 0 };
      if (!entry.times && note) {
        shown.push(note);
        places.push(note.tokens);
      }
      entry.times += 1;
      numbered.set(key, entry);
      views.set(token, { number: entry.number, time: entry.times, isDefined: !!note });
    }
    made.set(place, lastOr(place, views));
  }
  return {
    views: blocks.map(({ tokens }) => made.get(tokens) ?? NO_NOTES),
    list: shown.map((token) => {
      const entry = numbered.get(normalizeLabel(token.label)) ?? { number: 0, times: 0 };
      const note = { ...entry, token, views: made.get(token.tokens) ?? NO_NOTES };
      const last = lastNotes.get(token);
      if (last && isSame(last, note)) return last;
      lastNotes.set(token, note);
      return note;
    }),
  };
}

/** These, or what they were the last time if that is the same. */
function lastOr(place: readonly Token[], views: NoteViews): NoteViews {
  const last = lastViews.get(place);
  if (last?.size === views.size && [...views].every(([ref, view]) => isSame(last.get(ref), view)))
    return last;
  lastViews.set(place, views);
  return views;
}

function isSame<T extends object>(before: T | undefined, now: T): boolean {
  return !!before && (Object.keys(now) as (keyof T)[]).every((key) => before[key] === now[key]);
}

function findOnce(tokens: readonly Token[], raw = "[^"): Found {
  const before = foundIn.get(tokens);
  if (before) return before;
  const found = raw.includes("[^") ? find(tokens) : NOTHING;
  foundIn.set(tokens, found);
  return found;
}

function find(tokens: readonly Token[], into: Found = { refs: [], notes: [] }): Found {
  for (const [index, anyToken] of tokens.entries()) {
    const token = known(anyToken);
    switch (token.type) {
      case "own":
        if (isNote(token)) {
          into.notes.push(token);
          // What it refers to counts when it is shown.
          find(token.tokens, { refs: [], notes: into.notes });
        } else if (isRef(token)) {
          into.refs.push({ token, isAttached: /\S$/.test(tokens[index - 1]?.raw ?? "") });
        }
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
