import { createElement, Fragment, type ReactNode } from "react";

/** Renders paragraphs of TSDoc: code, bold text and links. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim());
  return paragraphs.map((paragraph) => (
    <p key={paragraph}>
      <Inline text={paragraph} />
    </p>
  ));
}

/** Renders one line of TSDoc. */
export function Inline({ text }: { readonly text: string }): ReactNode {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/);
  // The pieces have no identity, so they are children without keys.
  return createElement(Fragment, null, ...pieces.map(renderPiece));
}

function renderPiece(piece: string): ReactNode {
  if (piece.startsWith("`")) return <code>{piece.slice(1, -1)}</code>;
  if (piece.startsWith("**")) return <strong>{piece.slice(2, -2)}</strong>;
  const [, label, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? [];
  return label && address ? <a href={address}>{label}</a> : piece;
}
