import { posix } from "node:path";
import ts from "typescript";

/** Source text by its path from the root of the repository: `src/store/thread/createThread.ts`. */
export type Sources = Readonly<Record<string, string>>;

/** A place where a file names another module. */
export interface Import {
  /** The importing file. */
  from: string;
  /** The text between the quotes. */
  specifier: string;
  /** The file it resolves to, for a relative specifier. */
  target: string | undefined;
  /** `import()` is lazy; only `import type` and `export type` vanish from the emitted code. */
  kind: "static" | "lazy" | "type";
  /** The imported or re-exported names, as the target exports them; `*` for all of them. */
  names: readonly string[];
}

/** Imports by the path and the text of a file: several checks read the same sources. */
const cache = new Map<string, readonly Import[]>();

/** Returns every import of a file: static, dynamic, `import()` types and re-exports. */
export function readImports(path: string, text: string): readonly Import[] {
  const key = `${path}\n${text}`;
  const imports = cache.get(key) ?? findImports(path, text);
  cache.set(key, imports);
  return imports;
}

function findImports(path: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, kind: Import["kind"], names: string[] = []) => {
    if (specifier === undefined) return;
    if (!ts.isStringLiteralLike(specifier)) {
      throw new Error(`${path}: import(${specifier.getText()}) hides what it loads.`);
    }
    const target = specifier.text.startsWith(".")
      ? posix.join(posix.dirname(path), specifier.text)
      : undefined;
    imports.push({ from: path, specifier: specifier.text, target, kind, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const bindings = node.importClause?.namedBindings;
      add(node.moduleSpecifier, isType ? "type" : "static", bindings ? namesOf(bindings) : []);
    } else if (ts.isExportDeclaration(node)) {
      const names = node.exportClause ? namesOf(node.exportClause) : ["*"];
      add(node.moduleSpecifier, node.isTypeOnly ? "type" : "static", names);
    } else if (ts.isImportTypeNode(node)) {
      const { argument, qualifier } = node;
      const names = [qualifier ? qualifier.getText() : "*"];
      add(ts.isLiteralTypeNode(argument) ? argument.literal : argument, "type", names);
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, "static");
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], "lazy", ["*"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return imports;
}

function namesOf(bindings: ts.NamedImportBindings | ts.NamedExportBindings): string[] {
  if (ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return ["*"];
  return [...bindings.elements].map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** Returns the syntax tree of a file, with parents set. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Our files and the imports of each. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export function readGraph(sources: Sources): ImportGraph {
  return new Map(
    Object.entries(sources).map(([path, text]) => [path, readImports(path, text)] as const),
  );
}

/** Returns an import cycle as a list of files that ends where it began. Type imports count. */
export function findCycle(graph: ImportGraph): string[] | undefined {
  const settled = new Set<string>();
  const trail: string[] = [];
  const walk = (path: string): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (settled.has(path)) return undefined;
    trail.push(path);
    for (const { target } of graph.get(path) ?? []) {
      const cycle = target === undefined ? undefined : walk(target);
      if (cycle !== undefined) return cycle;
    }
    trail.pop();
    settled.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const cycle = walk(path);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** Returns the files through which `start` reaches an import that `matches`, that import last. */
export function findPath(
  graph: ImportGraph,
  start: string,
  matches: (specifier: string) => boolean,
): string[] | undefined {
  const trails = [[start]];
  const seen = new Set([start]);
  for (const trail of trails) {
    for (const { specifier, target } of graph.get(trail.at(-1) ?? start) ?? []) {
      if (target === undefined) {
        if (matches(specifier)) return [...trail, specifier];
      } else if (!seen.has(target)) {
        seen.add(target);
        trails.push([...trail, target]);
      }
    }
  }
  return undefined;
}
