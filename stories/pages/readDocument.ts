/** Returns the first code block after a text of a document. */
export function codeAfter(document: string, text: string): string {
  return codeBlockAfter(document, text).code;
}

/** Returns the first code block after a text of a document, with its language. */
export function codeBlockAfter(document: string, text: string): { language: string; code: string } {
  const start = document.indexOf(text);
  if (start < 0) throw new Error(`The document does not contain "${text}".`);
  const block = /^```(\w+)[^\n]*\n([\s\S]*?)\n```/m.exec(document.slice(start));
  const [, language = "", code = ""] = block ?? [];
  return { language, code };
}

/** Returns a document without its title, and without links to files that Storybook does not serve. */
export function storyBody(document: string): string {
  return document
    .replace(/^# .*\n+/, "")
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, "$1")
    .replace(/^(```\w+) runnable$/gm, "$1");
}

/** A row of the table of variables in `docs/theming.md`. */
export interface TokenRow {
  readonly names: readonly string[];
  readonly purpose: string;
  readonly defaultValue: string;
}

/** Reads the table of variables. */
export function readTokens(document: string): readonly TokenRow[] {
  return document.split("\n").flatMap((line): TokenRow[] => {
    const [, first = "", purpose = "", defaultValue = ""] = line.split("|");
    const names = [...first.matchAll(/`(--agk-[\w-]+)`/g)].flatMap(([, name]) => name ?? []);
    const row = { names, purpose: purpose.trim(), defaultValue: defaultValue.trim() };
    return names.length > 0 ? [row] : [];
  });
}
