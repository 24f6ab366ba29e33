import { type MouseEvent, type ReactNode, useContext } from "react";
import { NotesContext } from "./footnoteContext.ts";
import { useLabels } from "./lateLabels.ts";
import { MarkdownContext } from "./options.ts";
import type { NoteRefToken } from "./tokens.ts";

interface NoteLinkProps {
  token: NoteRefToken;
  isInLink: boolean;
}

/** The raised number of a footnote; what was written, when there is none. */
export function NoteLink({ token, isInLink }: NoteLinkProps): ReactNode {
  const note = useContext(NotesContext).get(token);
  const labels = useLabels();
  const { id } = useContext(MarkdownContext);
  if (!note) return token.raw;
  const { number, time, isDefined } = note;
  if (isInLink || !isDefined) return <sup>{number}</sup>;
  return (
    <sup>
      <a
        id={`${id}r${number}-${time}`}
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
