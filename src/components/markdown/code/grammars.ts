import type { Emitter, HLJSApi, LanguageFn } from "highlight.js";
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

/** Collects the text of each scope where `highlight.js` would create HTML. */
class PieceEmitter implements Emitter {
  readonly pieces: CodePiece[] = [];
  private readonly scopes: (string | undefined)[] = [];

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
 * @internal Divides code of a loaded language into pieces by color. The time of some patterns grows with the square of
 * the text, so a grammar gets a slice of whole lines at a time.
 */
export function tokenizeCode(code: string, language: string): readonly CodePiece[] {
  const result = getHighlighter().highlight(code, {
    language: slicedLanguage(language),
    ignoreIllegals: true,
  });
  // The emitter that `configure` has set.
  const { pieces } = result._emitter as PieceEmitter;
  // The highlighter catches what the emitter and the grammars throw, and omits the text from there on.
  const length = pieces.reduce((sum, [, text]) => sum + text.length, 0);
  return length === code.length ? pieces : [[undefined, code]];
}

/** Returns the name of a language that consists of slices of another, each of which continues the one before. */
function slicedLanguage(language: string): string {
  const name = `sliced ${language}`;
  if (getHighlighter().getLanguage(name)) return name;
  const slice = `[^]{1,${sliceLengthOf(language)}}`;
  // The rest of the code, whole lines, or a part of a line that another character than a line feed ends.
  const begin = new RegExp(`${slice}(?![^])|${slice}\\n|${slice}`);
  getHighlighter().registerLanguage(name, () => ({ contains: [{ begin, subLanguage: language }] }));
  return name;
}
