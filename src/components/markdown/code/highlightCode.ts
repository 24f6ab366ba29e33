import { createElement, type ReactNode } from "react";
import { SugarHigh, tokenize } from "sugar-high/core";
import { lang, languages } from "sugar-high/lang";

/** Values of `data-token` by token type; other types are plain text. */
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  keyword: "keyword",
  string: "string",
  comment: "comment",
  class: "value",
  property: "name",
  entity: "name",
};

/** Matches a minified line, for which some grammars take very long. */
const ENDLESS_LINE = /.{2000}/;

/** Highlights one block at a time, each in its own task, so that a conversation full of code stays responsive. */
let queue = Promise.resolve();

/**
 * @internal The default `highlight`. Returns code as `<span data-token>` elements, or unchanged for an unknown
 * language. Creates no HTML on the way.
 */
export async function highlightCode(
  code: string,
  name: string,
  signal?: AbortSignal,
): Promise<ReactNode> {
  const language = lang(name.toLowerCase());
  if (!language || ENDLESS_LINE.test(code)) return code;
  // An aborted block takes no task of its own.
  queue = queue.then(() => (signal?.aborted ? undefined : new Promise((end) => setTimeout(end))));
  await queue;
  if (signal?.aborted) return code;
  const nodes = language === "diff" ? diffNodes(code) : toNodes(tokenizeCode(code, language));
  // Resolves at the start of a frame, so that React renders all highlighted blocks together with streamed text.
  return new Promise((end) => {
    requestAnimationFrame(() => requestAnimationFrame(() => end(nodes)));
  });
}

type Piece = readonly [name: string | undefined, text: string];

function tokenizeCode(code: string, language: string): Piece[] {
  const config = languages.find(({ id }) => id === language)?.config;
  return tokenize(code, config).map(([type, text]) => [
    TOKEN_NAMES[SugarHigh.TokenTypes[type] ?? ""],
    text,
  ]);
}

/** Highlights a diff by the first character of each line. */
function diffNodes(code: string): ReactNode {
  const names: Record<string, string> = { "+": "added", "-": "removed", "@": "comment" };
  return toNodes(code.split(/^/m).map((line) => [names[line.charAt(0)], line]));
}

/** Merges adjacent pieces of the same kind, to create as few elements as possible. */
function toNodes(pieces: readonly Piece[]): ReactNode {
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
