import { memo, type ReactNode } from "react";
import type { Sections } from "./lexer/kitToken.ts";
import { SECTION_LENGTH } from "./lexer/sections.ts";

/** Renders some items of a list; `isOpen` is true when the last of them is still growing. */
export type RenderPart<T> = (items: readonly T[], from: number, isOpen: boolean) => ReactNode;

/**
 * Renders a list that grows at its end in memoized parts, so that an update costs no more the longer the list is.
 * Creates no elements of its own.
 *
 * @param render - Must be stable: a part renders again only when its items, `render` or `isOpen` change.
 * @param isOpen - True when the last item of the list is still growing.
 * @param sections - The items before `items`.
 */
export function renderInParts<T>(
  items: readonly T[],
  render: RenderPart<T>,
  isOpen: boolean,
  sections: Sections<T> = [],
): ReactNode[] {
  const parts = sections.concat([items.slice(0, SECTION_LENGTH)]);
  for (let from = SECTION_LENGTH; from < items.length; from += SECTION_LENGTH)
    parts.push(items.slice(from, from + SECTION_LENGTH));
  return renderParts(parts, render, isOpen);
}

/** Renders a list that is already divided into parts, in the same way as `renderInParts`. */
export function renderParts<T>(
  parts: Sections<T>,
  render: RenderPart<T>,
  isOpen: boolean,
): ReactNode[] {
  let end = 0;
  return parts.map((items, index) => {
    const from = end;
    end += items.length;
    const props = { items, from, isOpen: isOpen && index === parts.length - 1 };
    // The first part has no component, because most lists have no other.
    if (!index) return render(items, from, props.isOpen);
    // A memoized component has no type parameters.
    return <Part key={from} {...props} render={render as RenderPart<unknown>} />;
  });
}

/** Length from which a text has several text nodes: a browser lays out a changed text node as a whole. */
const PIECE_LENGTH = 2048;

/** Number of characters at the end of a piece in which a space is searched. */
const CUT_RANGE = 64;

/** Matches what a cut would divide: the number of a source, a word, a character reference or a surrogate pair. */
const UNDIVIDED = /\[[\d, ]*$|(?<=\s)\S+$|&#?\w*$|[\ud800-\udbff]$/;

const renderPiece: RenderPart<string> = ([piece]) => piece;

/**
 * Renders a text that grows at its end in memoized text nodes, of which an update changes only the last one.
 *
 * @param render - Renders a list of one piece, with a key. Must be stable.
 * @param key - Key of a text of one piece.
 */
export function renderLongText(text: string, render = renderPiece, key = 0): ReactNode {
  return text.length > PIECE_LENGTH
    ? renderParts(cutText(text), render, false)
    : render([text], key, false);
}

/** Cuts a text into parts of one piece each. Appended text changes only the last piece. */
function cutText(text: string): Sections<string> {
  const pieces: string[][] = [];
  let from = 0;
  while (text.length - from > PIECE_LENGTH) {
    const end = from + PIECE_LENGTH;
    const [undivided = ""] = UNDIVIDED.exec(text.slice(end - CUT_RANGE, end)) ?? [];
    pieces.push([text.slice(from, end - undivided.length)]);
    from = end - undivided.length;
  }
  pieces.push([text.slice(from)]);
  return pieces;
}

interface PartProps {
  items: readonly unknown[];
  from: number;
  render: RenderPart<unknown>;
  isOpen: boolean;
}

const Part = memo(
  function Part({ items, from, render, isOpen }: PartProps) {
    return render(items, from, isOpen);
  },
  (before, after) =>
    before.render === after.render &&
    before.isOpen === after.isOpen &&
    (before.items === after.items ||
      (before.items.length === after.items.length &&
        before.items.every((item, index) => item === after.items[index]))),
);
