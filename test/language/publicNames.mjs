// @ts-check
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

/** The modules that the `exports` of package.json name. */
const ENTRIES = [
  "index.ts",
  "a2ui.ts",
  "dialects.ts",
  "testing.ts",
  "components/strings/de.ts",
  "components/strings/ja.ts",
  "components/strings/ar.ts",
];

/** Names of the declarations that an application can import. Each is declared in one file of `src`. */
export const publicNames = new Set(ENTRIES.flatMap((path) => exportedNames(join(SOURCES, path))));

/**
 * Returns the names that a module exports, as they are where they are declared.
 *
 * @param {string} path
 * @returns {string[]}
 */
function exportedNames(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return declaredNames(statement);
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause && ts.isNamedExports(exportClause))
      return exportClause.elements.map(({ name, propertyName = name }) => propertyName.text);
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    const { text } = moduleSpecifier;
    return text.startsWith(".") ? exportedNames(join(dirname(path), text)) : [];
  });
}

/**
 * Returns the names that an exported statement declares.
 *
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
export function declaredNames(statement) {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  const declarations = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [/** @type {ts.DeclarationStatement} */ (statement)];
  return declarations.flatMap(({ name }) => (name && ts.isIdentifier(name) ? name.text : []));
}
