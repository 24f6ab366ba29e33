import type { Emitter, HLJSApi, Language, LanguageFn } from "highlight.js";
import core from "highlight.js/lib/core";
import { LANGUAGES, languagesInside, sliceLengthOf } from "./languages.ts";

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

/** Most scopes around a piece. Each slice opens the scopes of the slice before it again. */
const MAX_SCOPES = 100;

/** @internal Text of one color. */
export type CodePiece = readonly [name: string | undefined, text: string];

/**
 * Scopes that the slice before has left open. `highlight.js` creates the emitters itself, without arguments, so that the
 * first emitter of a slice takes them from here. Emitters of the languages inside it find none.
 */
let openScopes: readonly (string | undefined)[] = [];

/** Collects the text of each scope where `highlight.js` would create HTML. */
class PieceEmitter implements Emitter {
  readonly pieces: CodePiece[] = [];
  readonly scopes = [...openScopes];

  constructor() {
    openScopes = [];
  }

  /** Starts the scope of a part of a grammar. `startScope` is the same for a keyword. */
  openNode(scope: string): void {
    const [kind = ""] = scope.split(".");
    const name = TOKEN_NAMES[kind] ?? (kind === SUBSTITUTION ? undefined : this.scopes.at(-1));
    if (this.scopes.length >= MAX_SCOPES) throw new RangeError("The code is nested too deeply.");
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

/** @internal Loads and registers a language and the languages inside it. After a failure, the next block tries again. */
export async function loadLanguage(language: string): Promise<void> {
  const missing = [...languagesInside(language)].filter(
    (name) => !getHighlighter().getLanguage(name),
  );
  await Promise.all(
    missing.map(async (name) => {
      const entry = LANGUAGES.get(name);
      const grammar = await entry?.load();
      if (!grammar) return;
      getHighlighter().registerLanguage(name, withKeywords(grammar.default, entry?.keywords));
    }),
  );
}

/** Returns a grammar with more keywords. */
function withKeywords(grammar: LanguageFn, keywords: string | undefined): LanguageFn {
  if (keywords === undefined) return grammar;
  return (api) => {
    const language = grammar(api);
    return { ...language, contains: [{ beginKeywords: keywords }, ...language.contains] };
  };
}

/**
 * Name of a language that continues what a slice has left open, such as a comment. It is the part of the grammar that
 * matches the rest of that comment.
 */
const CONTINUATION = "continuation";

/**
 * @internal Divides code of a loaded language into pieces by color. A grammar gets a slice of whole lines
 * at a time, because the time of some patterns grows with the square of the text.
 *
 * @returns The pieces of each slice. The caller may wait between two slices.
 */
export function* tokenizeCode(code: string, language: string): Generator<readonly CodePiece[]> {
  const highlighter = getHighlighter();
  const grammar = highlighter.getLanguage(language);
  let scopes: typeof openScopes = [];
  let openPart: Language | undefined;
  for (let start = 0; start < code.length; ) {
    const slice = cutSlice(code, start, sliceLengthOf(language));
    const part = openPart;
    if (part) highlighter.registerLanguage(CONTINUATION, () => part);
    openScopes = scopes;
    const result = highlighter.highlight(slice, {
      language: part ? CONTINUATION : language,
      ignoreIllegals: true,
    });
    // The emitter that `configure` has set.
    const emitter = result._emitter as PieceEmitter;
    // The highlighter catches what the emitter and the grammars throw, and omits the text from there on.
    if (emitter.pieces.reduce((sum, [, text]) => sum + text.length, 0) !== slice.length) {
      yield [[undefined, code.slice(start)]];
      return;
    }
    yield emitter.pieces;
    start += slice.length;
    scopes = emitter.scopes;
    // A compiled part can be registered like a language, but the highlighter reads two properties of the whole grammar.
    openPart = result._top === grammar ? undefined : (result._top as Language);
    if (openPart && grammar?.case_insensitive) openPart.case_insensitive = true;
    if (openPart && grammar?.classNameAliases) openPart.classNameAliases = grammar.classNameAliases;
  }
}

/** Returns whole lines from a position on, or a part of a line that another character than a line feed ends. */
function cutSlice(code: string, start: number, length: number): string {
  const end = start + length;
  if (end >= code.length) return code.slice(start);
  const lastLine = code.lastIndexOf("\n", end - 1);
  return code.slice(start, lastLine < start ? end : lastLine + 1);
}
