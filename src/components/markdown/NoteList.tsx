import { type ReactNode, useContext } from "react";
import { Block } from "./Block.tsx";
import { followHere, useNotes } from "./NoteLink.tsx";
import { MarkdownContext } from "./options.ts";

/** The footnotes of a text, at its end. */
export function NoteList(): ReactNode {
  const { id, blocks, isStreaming, notes } = useNotes();
  const open = isStreaming && blocks.at(-1)?.tokens.at(-1);
  const { labels } = useContext(MarkdownContext);
  if (!notes.list.some(({ token }) => token)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" className="agk-notes" aria-label={labels.footnotes}>
      <ol>
        {notes.list.map(
          ({ number, token, refs }) =>
            token && (
              <li key={number} value={number} id={`${id}n${number}`} tabIndex={-1}>
                <Block tokens={token.tokens} isOpen={token === open} />
                {refs.map((_, index) => (
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
            ),
        )}
      </ol>
    </div>
  );
}
