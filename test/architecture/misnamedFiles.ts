import { posix } from "node:path";
import ts from "typescript";
import { parse, type Sources } from "./imports.ts";

/** A family has at least so many files in one folder whose exports end in the same word, such as `Handlers`. */
const MIN_FAMILY = 3;

/** The strings of a language, which has a code of two letters: `de.ts`, and `message.ts` in the folder `de`. */
const LANGUAGE = /\/[a-z]{2}(?:\/\w+)?\.ts$/;

/** `index`, and the names of tests, stories and declarations: `Card.test`. */
const OTHERS = /^index$|\./;

interface MisnamedFile {
  readonly path: string;
  readonly name: string;
}

/**
 * Returns the files that lack the name of their only export. A file with a value and types may have the name of one of
 * the types. A leading `create` may be left out, and so may the last word of a family: `textRules` and `toolRules` are
 * in `text.ts` and `tools.ts`.
 *
 * A file with several values is named after their subject, which no check can tell.
 */
export function misnamedFiles(sources: Sources): MisnamedFile[] {
  const files = Object.entries(sources).map(([path, text]) => ({
    path,
    ...readExports(path, text),
  }));
  const families = countFamilies(files);
  return files.flatMap(({ path, values, types }) => {
    const [name, ...others] = values.length > 0 ? values : types;
    const stem = posix.basename(path).replace(/\.tsx?$/, "");
    if (!name || others.length > 0 || OTHERS.test(stem) || LANGUAGE.test(path)) return [];
    const names = [name, name.replace(/^create(?=[A-Z])/, ""), ...types];
    if ((families.get(familyOf(path, name)) ?? 0) >= MIN_FAMILY)
      names.push(name.slice(0, -lastWord(name).length));
    return names.some((name) => simplify(name) === simplify(stem)) ? [] : [{ path, name }];
  });
}

/** Returns the number of files in each family. */
function countFamilies(files: readonly { path: string; values: readonly string[] }[]) {
  const families = new Map<string, number>();
  for (const { path, values } of files)
    for (const family of new Set(values.map((name) => familyOf(path, name))))
      families.set(family, (families.get(family) ?? 0) + 1);
  return families;
}

const familyOf = (path: string, name: string) => `${posix.dirname(path)} ${lastWord(name)}`;

/** Returns `Handlers` for `textHandlers`. */
function lastWord(name: string): string {
  return /[A-Z][a-z]*$/.exec(name)?.[0] ?? name;
}

/** Returns a name in lower case, without underscores and without the `s` of a plural. */
function simplify(name: string): string {
  return name.replaceAll("_", "").toLowerCase().replace(/s$/, "");
}

/** Returns the names that a file declares and exports. The overloads of a function are one value. */
function readExports(path: string, text: string) {
  const values = new Set<string>();
  const types: string[] = [];
  for (const statement of parse(path, text).statements) {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) values.add(name.getText());
    else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.push(statement.name.text);
    else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      if (statement.name) values.add(statement.name.text);
  }
  return { values: [...values], types };
}
