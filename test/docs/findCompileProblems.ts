import { basename, join } from "node:path";
import ts from "typescript";
import { root } from "./documents.ts";

/** Parsed files other than examples, which the programs share. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * Compiles files, which need not exist, under the settings of this repository and returns the errors in them.
 *
 * @param files - The code by absolute path.
 * @param declarations - Files that declare packages which are not installed.
 */
export function findCompileProblems(
  files: ReadonlyMap<string, string>,
  declarations: readonly string[] = [],
): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, settings) => {
    const known = parsed.get(path);
    if (known) return known;
    const text = host.readFile(path);
    if (text === undefined) return undefined;
    const file = ts.createSourceFile(path, text, settings);
    if (!files.has(path)) parsed.set(path, file);
    return file;
  };
  const program = ts.createProgram([...files.keys(), ...declarations], options, host);
  // Only the examples: `npm run check:types` covers the sources.
  return [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const diagnostics = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    return diagnostics.map(({ start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${basename(path)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}
