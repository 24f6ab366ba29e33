import type { ReactNode } from "react";

/** About how many signs are laid out together. */
const PIECE = 2_000;

/** Of a server's page a policy may refuse it: the lines are where they are all the same. */
const block = { display: "block" };

/**
 * @internal Shows JSON, or text, in a box of limited height. Renders a `<pre>`; long JSON in pieces, for while it
 * arrives only the last of them is laid out anew.
 */
export function JsonSource({ text }: { readonly text: string }): ReactNode {
  const isJson = /^\s*[[{]/.test(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
    <pre className="agk-source" dir={isJson ? "ltr" : "auto"} tabIndex={0}>
      {isJson && text.length > PIECE
        ? cut(text).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added at the end
            <span key={index} style={block}>
              {piece}
            </span>
          ))
        : text}
    </pre>
  );
}

/** Cuts a text behind ends of lines, in the same places however much of it there is. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start + PIECE) + 1;
    if (end === 0 || end === text.length) break;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}
