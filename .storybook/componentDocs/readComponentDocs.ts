import ts from "typescript";
import type { ComponentDoc, ExampleDoc, PropDoc, SelectorDoc } from "./componentDoc.ts";

const TYPE_FORMAT =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
/** Longest printed type. A longer one is replaced by the text of the source. */
const MAX_TYPE_LENGTH = 110;

/** Reads the documentation of every component that `src/index.ts` exports, by name. */
export function readComponentDocs(root: string): Record<string, ComponentDoc> {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram([`${root}/src/index.ts`], options);
  const checker = program.getTypeChecker();
  const entry = program.getSourceFile(`${root}/src/index.ts`);
  const module = entry && checker.getSymbolAtLocation(entry);
  if (!module) return {};
  const symbols = checker.getExportsOfModule(module);
  const partNames = namesOfParts(checker, symbols);
  const docs = symbols.flatMap((exported) => {
    const doc = readComponent(checker, exported, partNames);
    return doc ? [[doc.name, doc] as const] : [];
  });
  return Object.fromEntries(docs);
}

function namesOfParts(checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): Set<string> {
  const parts = symbols.find(({ name }) => name === "ChatComponents");
  const type = parts && checker.getDeclaredTypeOfSymbol(resolveAlias(checker, parts));
  return new Set(type?.getProperties().map(({ name }) => name));
}

function resolveAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function readComponent(
  checker: ts.TypeChecker,
  exported: ts.Symbol,
  partNames: ReadonlySet<string>,
): ComponentDoc | undefined {
  const symbol = resolveAlias(checker, exported);
  const declaration = symbol.valueDeclaration;
  const path = declaration?.getSourceFile().fileName ?? "";
  if (!declaration || !/^[A-Z]/.test(symbol.name) || !path.endsWith(".tsx")) return undefined;
  // Memoized components have a call signature as well.
  const [signature] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
  if (!signature) return undefined;
  const props = signature.parameters[0];
  const propsType = props && checker.getTypeOfSymbolAtLocation(props, declaration);
  const properties = propsType ? checker.getPropertiesOfType(propsType) : [];
  const own = properties.filter((property) => !isForeign(property));
  const tags = symbol.getJsDocTags(checker);
  const textsOf = (name: string): string[] =>
    tags.filter((tag) => tag.name === name).map(({ text }) => plainText(text));
  return {
    name: symbol.name,
    description: plainText(symbol.getDocumentationComment(checker)),
    props: own.map((property) => readProp(checker, property, declaration)).sort(byImportance),
    hasElementProps: own.length < properties.length,
    examples: sourcesOf(declaration, "example").map(parseExample),
    selectors: textsOf("selector").map(parseSelector),
    throws: textsOf("throws"),
    isPart: partNames.has(symbol.name),
  };
}

/** Returns the text of tags as written, because the checker removes the indentation of code. */
function sourcesOf(declaration: ts.Node, name: string): string[] {
  return ts
    .getJSDocTags(declaration)
    .filter(({ tagName }) => tagName.text === name)
    .map((tag) =>
      tag
        .getText()
        .replace(/^[ \t]*\*(?!\/) ?/gm, "")
        .slice(`@${name}`.length),
    );
}

function isForeign(property: ts.Symbol): boolean {
  return !!property.declarations?.every((declaration) =>
    declaration.getSourceFile().fileName.includes("/node_modules/"),
  );
}

function byImportance(first: PropDoc, second: PropDoc): number {
  return Number(second.isRequired) - Number(first.isRequired);
}

function readProp(checker: ts.TypeChecker, property: ts.Symbol, at: ts.Node): PropDoc {
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, at));
  const declaration = property.declarations?.[0];
  const defaultTag = property
    .getJsDocTags(checker)
    .find(({ name }) => name === "defaultValue" || name === "default");
  return {
    name: property.name,
    type: printType(checker, type, declaration),
    options: literalsOf(type),
    holdsCode: holdsCode(checker, type, at),
    isRequired: !(property.flags & ts.SymbolFlags.Optional),
    description: plainText(property.getDocumentationComment(checker)),
    defaultValue: defaultTag && plainText(defaultTag.text),
  };
}

function printType(
  checker: ts.TypeChecker,
  type: ts.Type,
  declaration: ts.Declaration | undefined,
): string {
  const printed = checker.typeToString(type, undefined, TYPE_FORMAT);
  const hasSource = declaration && ts.isPropertySignature(declaration) && declaration.type;
  const source = hasSource ? hasSource.getText().replace(/\s+/g, " ") : printed;
  const isLong = printed.length > MAX_TYPE_LENGTH || printed.includes("import(");
  return (isLong ? source : printed).replace(/ \| undefined\b/g, "");
}

function literalsOf(type: ts.Type): string[] {
  if (!type.isUnion()) return [];
  const literals = type.types.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return literals.length === type.types.length ? literals : [];
}

/** True when a type is a function, or contains one in a property of this package. */
function holdsCode(
  checker: ts.TypeChecker,
  type: ts.Type,
  at: ts.Node,
  seen = new Set<ts.Type>(),
): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.getCallSignatures().length > 0) return true;
  if (type.isUnion()) return type.types.some((member) => holdsCode(checker, member, at, seen));
  const items = [ts.IndexKind.Number, ts.IndexKind.String].flatMap(
    (kind) => checker.getIndexTypeOfType(type, kind) ?? [],
  );
  if (items.some((item) => holdsCode(checker, item, at, seen))) return true;
  if (checker.isArrayLikeType(type)) return false;
  return checker
    .getPropertiesOfType(type)
    .filter((property) => !isForeign(property))
    .some((property) =>
      holdsCode(checker, checker.getTypeOfSymbolAtLocation(property, at), at, seen),
    );
}

function plainText(parts: ts.SymbolDisplayPart[] | undefined): string {
  return ts
    .displayPartsToString(parts)
    .replace(/\{@link\s+([^\s|}]+)(?:\s*\|?\s*([^}]*))?\}/g, (_, name, label) =>
      label ? label : `\`${name}\``,
    );
}

function parseExample(text: string): ExampleDoc {
  const fence = /```(\w+)\n([\s\S]*?)\n?```/.exec(text);
  return {
    title: text.slice(0, fence?.index ?? text.length).trim(),
    language: fence?.[1] ?? "tsx",
    code: fence?.[2] ?? "",
  };
}

function parseSelector(text: string): SelectorDoc {
  const [, selector, description] = /^`([^`]+)`\s*([\s\S]*)$/.exec(text) ?? [];
  return { selector: selector ?? text, description: description?.replace(/\s+/g, " ") ?? "" };
}
