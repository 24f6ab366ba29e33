import { posix } from "node:path";
import ts from "typescript";
import type { Sources } from "./imports.ts";

/** Matches a name that announces a boolean. */
const PREDICATE = /^(?:is|has|can|may|should)[A-Z]/;

/** Matches the types that such a name may have; a type of a package is not resolved, and is `any`. */
const BOOLEAN = /\b(?:boolean|true|false|any|unknown)\b| is /;

/** Returns the names such as `isX` and `hasX` whose value, or whose result, is not a boolean, one sentence each. */
export function misnamedPredicates(sources: Sources): string[] {
  const program = createProgram(sources);
  const checker = program.getTypeChecker();
  return Object.keys(sources).flatMap((path) => {
    const faults: string[] = [];
    const visit = (node: ts.Node): void => {
      if (isNamed(node) && PREDICATE.test(node.name.text)) {
        const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
        const [signature] = type.getCallSignatures();
        const described = checker.typeToString(signature?.getReturnType() ?? type);
        if (!BOOLEAN.test(described))
          faults.push(`${path}: ${node.name.text} is no boolean: ${described}`);
      }
      ts.forEachChild(node, visit);
    };
    const source = program.getSourceFile(path);
    if (source) visit(source);
    return faults;
  });
}

const isNamed = (node: ts.Node): node is ts.NamedDeclaration & { readonly name: ts.Identifier } =>
  (ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name);

/** Creates a program of the sources alone: reading the types of packages would take longer than the check. */
function createProgram(sources: Sources): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
  };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => "",
    fileExists: (path) => path in sources,
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => {
        const resolvedFileName = posix.join(posix.dirname(importer), text);
        const isSource = text.startsWith(".") && resolvedFileName in sources;
        const extension = posix.extname(text);
        return { resolvedModule: isSource ? { resolvedFileName, extension } : undefined };
      }),
    getSourceFile(path, target) {
      const text = sources[path] ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target);
    },
  };
  return ts.createProgram(Object.keys(sources), options, host);
}
