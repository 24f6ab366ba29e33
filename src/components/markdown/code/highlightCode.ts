import { createElement, type ReactNode } from "react";
import { type CodePiece, loadLanguage, tokenizeCode } from "./grammars.ts";
import { languageName, sliceLengthOf } from "./languages.ts";

/** Highlights one block at a time, each in its own task, so that a conversation full of code stays responsive. */
let queue = Promise.resolve();

/**
 * @internal The default `highlight`. Returns code as `<span data-token>` elements, or unchanged for an unknown
 * language. Creates no HTML on the way.
 *
 * @param fenceLanguage - Language as written after the opening fence.
 */
export async function highlightCode(
  code: string,
  fenceLanguage: string,
  signal?: AbortSignal,
): Promise<ReactNode> {
  const isDiff = /^(?:diff|patch)$/i.test(fenceLanguage);
  const language = languageName(fenceLanguage);
  if (!(language || isDiff) || (language && hasLongLine(code, language))) return code;
  if (language) await loadLanguage(language);
  // An aborted block takes no task of its own.
  queue = queue.then(() => (signal?.aborted ? undefined : new Promise((end) => setTimeout(end))));
  await queue;
  if (signal?.aborted) return code;
  const nodes = language ? toNodes(tokenizeCode(code, language)) : diffNodes(code);
  // Resolves at the start of a frame, so that React renders all highlighted blocks together with streamed text.
  return new Promise((end) => {
    requestAnimationFrame(() => requestAnimationFrame(() => end(nodes)));
  });
}

/** Returns true for code with a line that does not fit into a slice, such as a minified one. */
function hasLongLine(code: string, language: string): boolean {
  const length = sliceLengthOf(language);
  return code.split("\n").some((line) => line.length >= length);
}

/** Highlights a diff by the first character of each line. */
function diffNodes(code: string): ReactNode {
  const names: Record<string, string> = { "+": "added", "-": "removed", "@": "comment" };
  return toNodes(code.split(/^/m).map((line) => [names[line.charAt(0)], line]));
}

/** Merges adjacent pieces of the same kind, to create as few elements as possible. */
function toNodes(pieces: readonly CodePiece[]): ReactNode {
  const merged: [name: string | undefined, text: string][] = [];
  for (const [name, text] of pieces) {
    const last = merged.at(-1);
    // White space has no color and joins the piece before it.
    if (last && (last[0] === name || !text.trim())) last[1] += text;
    else merged.push([name, text]);
  }
  return merged.map(([name, text], key) =>
    name ? createElement("span", { key, "data-token": name }, text) : text,
  );
}
