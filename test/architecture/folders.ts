import { posix } from "node:path";
import ts from "typescript";
import { parse, readImports, type Sources } from "./imports.ts";

const MAX_FILES_PER_FOLDER = 25;
const MAX_LINES = 300;
/** A shorter file holds types and constants, or a function in the reviewed list of the test. */
const MIN_LINES_OF_CODE = 20;

/** Files whose one purpose is to list names. */
export const lists = new Set([
  "src/a2ui.ts",
  "src/index.ts",
  "src/core.ts",
  "src/dialects.ts",
  "src/testing.ts",
]);

/** Returns every folder and file that exceeds the size limits, one sentence each. */
export function sizeViolations(files: Sources): string[] {
  const counts = new Map<string, number>();
  for (const path of Object.keys(files)) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [
    ...[...counts].flatMap(([folder, count]) =>
      count > MAX_FILES_PER_FOLDER ? [`${folder} has ${count} files, more than 25.`] : [],
    ),
    ...Object.entries(files).flatMap(([path, text]) => {
      const lines = countLines(text);
      return lines > MAX_LINES && !lists.has(path)
        ? [`${path} has ${lines} lines, more than 300.`]
        : [];
    }),
  ];
}

/** Returns the short sources that declare a function, each with the number of files that import it. */
export function shortSources(sources: Sources): Record<string, number> {
  const imports = Object.entries(sources).flatMap(([path, text]) => readImports(path, text));
  const importers = (path: string) =>
    new Set(imports.flatMap(({ from, target }) => (target === path ? [from] : []))).size;
  return Object.fromEntries(
    Object.entries(sources)
      .filter(
        ([path, text]) =>
          countLines(text) < MIN_LINES_OF_CODE && !lists.has(path) && declaresFunctions(path, text),
      )
      .map(([path]) => [path, importers(path)]),
  );
}

export const countLines = (text: string) => text.trimEnd().split("\n").length;

function declaresFunctions(path: string, text: string): boolean {
  let hasFunction = false;
  const visit = (node: ts.Node): void => {
    if (
      ts.isFunctionLike(node) &&
      !ts.isTypeNode(node) &&
      node.kind !== ts.SyntaxKind.MethodSignature
    )
      hasFunction = true;
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return hasFunction;
}

/**
 * Returns the names that one file exports and another declares, for itself or as an export. A component and a data
 * type of one name count as well: a reader could not tell which one is meant.
 */
export function repeatedExports(sources: Sources): string[] {
  const files = Object.entries(sources).filter(([path]) => !lists.has(path));
  const exported = new Set(files.flatMap(([path, text]) => exportedDeclarations(path, text)));
  const owners = new Map<string, Set<string>>();
  for (const [path, text] of files)
    for (const { name } of topLevelDeclarations(path, text))
      if (exported.has(name)) owners.set(name, (owners.get(name) ?? new Set()).add(path));
  return [...owners].flatMap(([name, paths]) =>
    paths.size > 1 ? [`${name} is declared by ${[...paths].sort().join(" and ")}.`] : [],
  );
}

/** Returns the exports that no other file imports, be it a source or a file that uses the sources. */
export function unusedExports(sources: Sources, users: Sources): string[] {
  const exports = Object.entries(sources).flatMap(([path, text]) =>
    lists.has(path) ? [] : exportedDeclarations(path, text).map((name) => ({ path, name })),
  );
  const notImported = exports.filter(isMissingIn(sources));
  // Few exports are for tests alone, and the other files need not be parsed.
  const candidates = Object.entries(users).filter(([, text]) =>
    notImported.some(({ name }) => text.includes(name)),
  );
  return notImported
    .filter(isMissingIn(Object.fromEntries(candidates)))
    .map(({ path, name }) => `${path} alone uses ${name}: remove its \`export\`.`);
}

/** Returns a check that is true for an export that none of these files imports. */
function isMissingIn(files: Sources) {
  const imported = new Set(
    Object.entries(files).flatMap(([path, text]) =>
      readImports(path, text).flatMap(({ target, names }) =>
        names.map((name) => `${target} ${name}`),
      ),
    ),
  );
  return ({ path, name }: { readonly path: string; readonly name: string }) =>
    !imported.has(`${path} ${name}`) && !imported.has(`${path} *`);
}

function exportedDeclarations(path: string, text: string): string[] {
  return topLevelDeclarations(path, text).flatMap(({ name, isExported }) =>
    isExported ? [name] : [],
  );
}

interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
}

function topLevelDeclarations(path: string, text: string): Declaration[] {
  return parse(path, text).statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    const isExported = !!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return namesOf(statement).map((name) => ({ name, isExported }));
  });
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}

/**
 * Returns what is loaded lazily, each with the files that load it: files of ours by their path, and packages by
 * their specifier, where `*` stands for the last part of a subpath.
 */
export function lazyBoundaries(sources: Sources): Record<string, string[]> {
  const boundaries: Record<string, Set<string>> = {};
  for (const [path, text] of Object.entries(sources))
    for (const { kind, specifier, target } of readImports(path, text))
      if (kind === "lazy") {
        const loaded = target ?? specifier.replace(/(?<=^(?:@[^/]+\/)?[^@/]+\/.*)[^/]+$/, "*");
        boundaries[loaded] = (boundaries[loaded] ?? new Set()).add(path);
      }
  return Object.fromEntries(
    Object.entries(boundaries).map(([loaded, paths]) => [loaded, [...paths]]),
  );
}
