import { type MouseEvent, type ReactNode, useContext } from "react";
import { type Notes, notesOf } from "./notes.ts";
import { NotesContext, type NotesText } from "./notesContext.ts";
import { MarkdownContext } from "./options.ts";
import type { NoteRefToken } from "./tokens.ts";

/** By the text they are in, so that all of its numbers are found at once. */
const known = new WeakMap<NotesText, Notes>();

/** The footnotes of the text around. */
export function useNotes(): NotesText & { notes: Notes } {
  const text = useContext(NotesContext);
  const notes = known.get(text) ?? notesOf(text.blocks, text.isStreaming);
  known.set(text, notes);
  return { ...text, notes };
}

interface NoteLinkProps {
  token: NoteRefToken;
  isInLink: boolean;
}

/** The raised number of a footnote; what was written, when there is none. */
export function NoteLink({ token, isInLink }: NoteLinkProps): ReactNode {
  const { id, notes } = useNotes();
  const { labels } = useContext(MarkdownContext);
  const note = notes.byRef.get(token);
  if (!note) return token.raw;
  const { number } = note;
  if (isInLink || !note.token) return <sup>{number}</sup>;
  return (
    <sup>
      <a
        id={`${id}r${number}-${note.refs.indexOf(token) + 1}`}
        href={`#${id}n${number}`}
        aria-label={labels.footnote(number)}
        onClick={followHere}
      >
        {number}
      </a>
    </sup>
  );
}

/** Goes to another place of the text. The address of the page is the application's, which may route by it. */
export function followHere(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const link = event.currentTarget;
  // The text may be in a shadow tree.
  const root = link.getRootNode() as Document | ShadowRoot;
  root.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.focus();
}
