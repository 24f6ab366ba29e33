import type { Emitter, HLJSApi } from "highlight.js";
import core from "highlight.js/lib/core";
import { createElement, type ReactNode } from "react";
import { LANGUAGES, languageName, languagesInside } from "./languages.ts";

/** Values of `data-token` by the first part of a scope; other scopes have the color of the text around them. */
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  keyword: "keyword",
  meta: "keyword",
  section: "keyword",
  "selector-tag": "keyword",
  string: "string",
  regexp: "string",
  char: "string",
  symbol: "string",
  link: "string",
  code: "string",
  comment: "comment",
  quote: "comment",
  number: "value",
  literal: "value",
  built_in: "value",
  type: "value",
  variable: "value",
  title: "name",
  attr: "name",
  attribute: "name",
  property: "name",
  name: "name",
  "selector-class": "name",
  "selector-id": "name",
};

/** Scope of code inside a string, which has the color of the text. */
const SUBSTITUTION = "subst";

/** Matches a minified line, for which some grammars take very long. */
const ENDLESS_LINE = /^.{2000}/m;

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
  if (!(language || isDiff) || ENDLESS_LINE.test(code)) return code;
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

type Piece = readonly [name: string | undefined, text: string];

/** Collects the text of each scope where `highlight.js` would create HTML. */
class PieceEmitter implements Emitter {
  readonly pieces: Piece[] = [];
  private readonly scopes: (string | undefined)[] = [];

  /** Starts the scope of a part of a grammar. `startScope` is the same for a keyword. */
  openNode(scope: string): void {
    const [kind = ""] = scope.split(".");
    const name = TOKEN_NAMES[kind] ?? (kind === SUBSTITUTION ? undefined : this.scopes.at(-1));
    this.scopes.push(name);
  }

  closeNode(): void {
    this.scopes.pop();
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  addText(text: string): void {
    if (text) this.pieces.push([this.scopes.at(-1), text]);
  }

  __addSublanguage(emitter: Emitter): void {
    // All emitters of one highlighter are of this class.
    this.pieces.push(...(emitter as PieceEmitter).pieces);
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

let highlighter: HLJSApi | undefined;

/** Returns a highlighter of its own: the application may use `highlight.js` with other options. */
function getHighlighter(): HLJSApi {
  if (!highlighter) {
    highlighter = core.newInstance();
    highlighter.configure({ __emitter: PieceEmitter });
  }
  return highlighter;
}

/** Loads and registers a language and the languages inside it. After a failure, the next block tries again. */
async function loadLanguage(language: string): Promise<void> {
  const missing = [...languagesInside(language)].filter(
    (name) => !getHighlighter().getLanguage(name),
  );
  await Promise.all(
    missing.map(async (name) => {
      const grammar = await LANGUAGES.get(name)?.load();
      if (grammar) getHighlighter().registerLanguage(name, grammar.default);
    }),
  );
}

function tokenizeCode(code: string, language: string): readonly Piece[] {
  const result = getHighlighter().highlight(code, { language, ignoreIllegals: true });
  // The emitter that `configure` has set.
  return (result._emitter as PieceEmitter).pieces;
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
