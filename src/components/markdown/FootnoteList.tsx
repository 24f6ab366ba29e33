import type { Token } from "marked";
import { memo, type ReactNode, useContext } from "react";
import { Block } from "./Block.tsx";
import { followHere } from "./FootnoteLink.tsx";
import { NotesContext } from "./footnoteContext.ts";
import type { Note } from "./footnotes.ts";
import { useLabels } from "./lateLabels.ts";
import { MarkdownContext } from "./options.ts";

interface NoteListProps {
  notes: readonly Note[];
  /** What the end of the text, still growing, is in. */
  open: Token | undefined;
}

/** The footnotes of a text, at its end. */
export function NoteList({ notes, open }: NoteListProps): ReactNode {
  const labels = useLabels();
  if (!notes.length) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" className="agk-notes" aria-label={labels.footnotes}>
      <ol dir="auto">
        {notes.map((note) => (
          <Item key={note.number} note={note} isOpen={note.token === open} />
        ))}
      </ol>
    </div>
  );
}

/** A footnote. Renders again only when it, or what refers to it, has changed. */
const Item = memo(function Item({ note, isOpen }: { note: Note; isOpen: boolean }) {
  const labels = useLabels();
  const { id } = useContext(MarkdownContext);
  const { number, token, times, views } = note;
  return (
    <li value={number} id={`${id}n${number}`} tabIndex={-1}>
      <NotesContext.Provider value={views}>
        <Block tokens={token.tokens} isOpen={isOpen} isInside />
      </NotesContext.Provider>
      {Array.from({ length: times }, (_, index) => (
        <a
          // A reference has no identity but its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: above
          key={index}
          href={`#${id}r${number}-${index + 1}`}
          aria-label={labels.backToText(number, index + 1)}
          onClick={followHere}
        >
          ↑
        </a>
      ))}
    </li>
  );
});
