// @ts-check
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/**
 * Compares the values that entries export with the values that their declarations promise.
 *
 * @param {string} folder The installed package, beside React.
 * @param {readonly string[]} entries Paths in `dist`, without extension.
 * @returns {Promise<string[]>} The faults.
 */
export async function checkExports(folder, entries) {
  const files = entries.map((entry) => join(folder, "dist/types", `${entry}.d.ts`));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  /** @type {string[]} */
  const faults = [];
  for (const [index, entry] of entries.entries()) {
    const source = program.getSourceFile(files[index] ?? "");
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`dist/types/${entry}.d.ts is no module.`);
    const declared = checker.getExportsOfModule(symbol).filter((one) => isValue(one, checker));
    const names = new Set(declared.map((one) => one.name));
    const exported = Object.keys(
      await import(pathToFileURL(join(folder, "dist", `${entry}.js`)).href),
    );
    faults.push(
      ...exported
        .filter((name) => !names.delete(name))
        .map((name) => `dist/${entry}.js exports ${name}, which is not declared.`),
      ...[...names].map((name) => `dist/${entry}.js does not export ${name}, which is declared.`),
    );
    console.log(`${entry} exports ${exported.length} values, and declares ${declared.length}.`);
  }
  return faults;
}

/**
 * Returns true for a declaration that exists when the code runs.
 *
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function isValue(symbol, checker) {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const { flags } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false;
  return (flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly;
}
