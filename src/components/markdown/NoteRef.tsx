import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { NO_NOTES, type Notes } from "./notes.ts";
import { MarkdownContext } from "./options.ts";
import type { NoteRefToken } from "./tokens.ts";

/** The footnotes of a text, and what its ids begin with: nothing in an id is of the text. */
export const NotesContext = createContext<{ id: string; notes: Notes }>({
  id: "",
  notes: NO_NOTES,
});

interface NoteRefProps {
  token: NoteRefToken;
  /** A link cannot hold another. */
  isInLink: boolean;
}

/** The raised number of a footnote; what was written, when there is none. */
export function NoteRef({ token, isInLink }: NoteRefProps): ReactNode {
  const { id, notes } = useContext(NotesContext);
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
