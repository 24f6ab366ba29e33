import { createElement, type ReactNode, useEffect, useState } from "react";
import { type CodePiece, loadLanguage, tokenizeCode } from "./grammars.ts";
import { languageName, sliceLengthOf } from "./languages.ts";

/** Highlights one block at a time, so that a conversation full of code stays responsive. */
let queue: Promise<unknown> = Promise.resolve();

/** Number of characters that one task reads: the slowest code of this length takes about 20 ms. */
const TASK_LENGTH = 4_000;

/** Most pieces of a block, of which every second one is an element. The rest of the code has no color. */
const MAX_PIECES = 4_000;

/** Number of pieces from which a line begins the next part of a block, which another frame colors. */
const PART = 250;

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
  const pieces = queue.then(() => collectPieces(code, language, signal));
  queue = pieces.catch(() => {});
  const divided = await pieces;
  if (signal?.aborted) return code;
  const nodes = toNodes(divided);
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

/** Divides code into pieces by color, in tasks of their own. An aborted block takes no further task. */
async function collectPieces(
  code: string,
  language: string | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly CodePiece[]> {
  const pieces: CodePiece[] = [];
  if (signal?.aborted) return pieces;
  await nextTask();
  // The first slice has a task of its own, in which the highlighter may compile the grammar.
  let read = TASK_LENGTH;
  for (const slice of language ? tokenizeCode(code, language) : [diffPieces(code)]) {
    pieces.push(...slice);
    for (const [, text] of slice) read += text.length;
    if (read < TASK_LENGTH) continue;
    read = 0;
    await nextTask();
    if (signal?.aborted) break;
  }
  return pieces;
}

function nextTask(): Promise<unknown> {
  return new Promise((end) => setTimeout(end));
}

/** Divides a diff by the first character of each line. */
function diffPieces(code: string): readonly CodePiece[] {
  const names: Record<string, string> = { "+": "added", "-": "removed", "@": "comment" };
  return code.split(/^/m).map((line) => [names[line.charAt(0)], line]);
}

/** Returns the elements of colored pieces, divided into parts when there are many. */
function toNodes(pieces: readonly CodePiece[]): ReactNode {
  const parts = divideLines(pieces).map((part) => ({
    text: part.map(([, text]) => text).join(""),
    nodes: part.map(([name, text], key) =>
      name ? createElement("span", { key, "data-token": name }, text) : text,
    ),
  }));
  const [first, second] = parts;
  return second ? createElement(GradualCode, { parts }) : first?.nodes;
}

/** Whole lines of code, without and with their colors. */
interface CodePart {
  text: string;
  nodes: ReactNode;
}

/** Renders long code, and colors one more part of it in each frame: the elements of all take too long at once. */
function GradualCode({ parts }: { parts: readonly CodePart[] }): ReactNode {
  const [colored, setColored] = useState({ parts, count: 1 });
  const count = colored.parts === parts ? colored.count : 1;
  useEffect(() => {
    if (count >= parts.length) return;
    const frame = requestAnimationFrame(() => setColored({ parts, count: count + 1 }));
    return () => cancelAnimationFrame(frame);
  }, [parts, count]);
  return parts.map(({ text, nodes }, key) =>
    createElement("span", { key }, key < count ? nodes : text),
  );
}

/** Merges adjacent pieces of one color, to create as few elements as possible, and divides them into parts of whole lines. */
function divideLines(pieces: readonly CodePiece[]): readonly (readonly CodePiece[])[] {
  let part: [name: string | undefined, text: string][] = [];
  const parts = [part];
  let count = 0;
  for (const [color, text] of pieces) {
    const last = part.at(-1);
    const name = count < MAX_PIECES ? color : undefined;
    // White space has no color and joins the piece before it.
    if (last && (last[0] === name || !text.trim())) last[1] += text;
    else {
      if (part.length >= PART && last?.[1].endsWith("\n")) {
        part = [];
        parts.push(part);
      }
      part.push([name, text]);
      count += 1;
    }
  }
  return parts;
}
