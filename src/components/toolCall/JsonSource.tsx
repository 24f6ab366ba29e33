import type { ReactNode } from "react";

/** Approximate length of a piece, in characters. */
const PIECE_LENGTH = 2_000;

/** A content security policy may ignore this inline style of server markup: the pieces then break at the same lines. */
const block = { display: "block" };

/**
 * @internal Shows JSON or text in a box of limited height. Renders a `<pre>`. Long JSON is rendered in pieces, so that
 * the browser lays out only the last one when more streams in.
 */
export function JsonSource({ text }: { readonly text: string }): ReactNode {
  const isJson = /^\s*[[{]/.test(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must also scroll by keyboard
    <pre className="agk-source" dir={isJson ? "ltr" : "auto"} tabIndex={0}>
      {isJson && text.length > PIECE_LENGTH
        ? splitIntoPieces(text).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added at the end
            <span key={index} style={block}>
              {piece}
            </span>
          ))
        : text}
    </pre>
  );
}

/** Splits a text after line ends, at the same positions however long the text has grown. */
function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start + PIECE_LENGTH) + 1;
    if (end === 0 || end === text.length) break;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}
