import { createElement, type ReactNode } from "react";
import { SugarHigh, tokenize } from "sugar-high/core";
import { lang, languages } from "sugar-high/lang";

/** What a kind of token is called in `data-token`; those without a name are plain text. */
const NAMES: Readonly<Record<string, string>> = {
  keyword: "keyword",
  string: "string",
  comment: "comment",
  class: "value",
  property: "name",
  entity: "name",
};

/** A line that no person has written: some grammars take long for it. */
const ENDLESS_LINE = /.{2000}/;

/** One block at a time, each in a task of its own, so that a page full of code stays quick. */
let queue = Promise.resolve();

/**
 * @internal The default `highlight`: code in the colours of its language, as `<span data-token>`; as it is
 * in a language that it does not know. No HTML is made on the way.
 */
export async function highlightCode(
  code: string,
  name: string,
  signal?: AbortSignal,
): Promise<ReactNode> {
  const language = lang(name.toLowerCase());
  if (!language || ENDLESS_LINE.test(code)) return code;
  // What is no longer wanted takes no turn.
  queue = queue.then(() => (signal?.aborted ? undefined : new Promise((end) => setTimeout(end))));
  await queue;
  if (signal?.aborted) return code;
  const colored = language === "diff" ? diff(code) : inColors(tokens(code, language));
  // At the very beginning of a frame, so that React draws it together with all others and with what is said meanwhile.
  return new Promise((end) => {
    requestAnimationFrame(() => requestAnimationFrame(() => end(colored)));
  });
}

type Piece = readonly [name: string | undefined, text: string];

function tokens(code: string, language: string): Piece[] {
  const config = languages.find(({ id }) => id === language)?.config;
  return tokenize(code, config).map(([type, text]) => [
    NAMES[SugarHigh.TokenTypes[type] ?? ""],
    text,
  ]);
}

/** A comparison is read by its lines. */
function diff(code: string): ReactNode {
  const names: Record<string, string> = { "+": "added", "-": "removed", "@": "comment" };
  return inColors(code.split(/^/m).map((line) => [names[line.charAt(0)], line]));
}

/** As few elements as it takes: neighbours of one kind are one. */
function inColors(pieces: readonly Piece[]): ReactNode {
  const merged: [name: string | undefined, text: string][] = [];
  for (const [name, text] of pieces) {
    const last = merged.at(-1);
    // White space has no colour.
    if (last && (last[0] === name || !text.trim())) last[1] += text;
    else merged.push([name, text]);
  }
  return merged.map(([name, text], key) =>
    name ? createElement("span", { key, "data-token": name }, text) : text,
  );
}
