// @ts-check
import ts from "typescript";
import { commentParts, commentRanges, cssComments, mask, maskCode } from "./comments.mjs";
import { declaredNames, publicNames } from "./publicNames.mjs";

/**
 * @typedef {"comment" | "title" | "message" | "string" | "prose" | "identifier" | "member" | "type" | "fileName"} Kind
 *
 * @typedef {object} Excerpt Text of a file that the rules read.
 * @property {Kind} kind
 * @property {number} start Offset in the file.
 * @property {string} text As long as in the file; markers and code are masked.
 * @property {boolean} opens True where the first word must not be a pronoun.
 * @property {boolean} [isExample] True for an example, which may be code without a fence.
 * @property {boolean} [isSummary] True for the sentences of a comment before its block tags.
 * @property {boolean} [isPrivate] True in a comment that describes nothing that an application can import.
 */

const TEST_FUNCTIONS = new Set(["it", "test", "describe", "bench", "suite"]);
const TITLE_PROPERTIES = new Set(["name", "title"]);
/**
 * Returns the comments, titles, messages, other strings and declared names of a source file.
 *
 * @param {string} path
 * @param {string} text
 * @returns {Excerpt[]}
 */
export function excerptsOf(path, text) {
  if (path.endsWith(".css")) return cssExcerpts(text);
  if (path.endsWith(".md")) return [markdownProse(text)];
  return sourceExcerpts(path, text);
}

/**
 * @param {string} text
 * @returns {Excerpt[]}
 */
function cssExcerpts(text) {
  const parts = cssComments(text).flatMap((range) => commentParts(text, range));
  return parts.map((part) => ({ ...part, isPrivate: true }));
}

/**
 * Returns the prose of a Markdown text as one excerpt.
 *
 * @param {string} text
 * @returns {Excerpt}
 */
function markdownProse(text) {
  const masked = text
    .replace(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?(?:\n[ \t]*\2[^\n]*|$(?![\s\S]))/gm, mask)
    .replace(/<!--[\s\S]*?-->|<\/?[a-zA-Z][^>\n]*>/g, mask)
    .replace(/\]\([^)\n]*\)/g, mask);
  return { kind: "prose", start: 0, text: maskCode(masked), opens: false };
}

/**
 * @param {string} path
 * @param {string} text
 */
function sourceExcerpts(path, text) {
  const source = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  /** @type {Excerpt[]} */
  const excerpts = [];
  /** @type {[start: number, end: number][]} */
  const literals = [];
  /** @type {Set<number>} Offsets of the strings that are no messages. */
  const silent = new Set();
  const allStrings = path.startsWith("src/") || path.startsWith("demo/app/");

  /** @param {ts.Node} node @param {boolean} isMessage */
  function visit(node, isMessage) {
    const start = node.getStart(source);
    if (ts.isJsxText(node)) {
      literals.push([node.pos, node.end]);
      if (allStrings) addText("message", node.pos, node.end);
    } else if (ts.isRegularExpressionLiteral(node)) literals.push([start, node.end]);
    else if (ts.isStringLiteral(node) || isTemplatePart(node)) {
      literals.push([start, node.end]);
      if (!silent.has(start)) addText(isMessage ? "message" : "string", start + 1, node.end - 1);
    }
    const name = declaredName(node);
    if (name) addText(nameKind(node), name.getStart(source), name.end);
    const title = testTitle(node);
    if (title) addTitle(title);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier) silent.add(node.moduleSpecifier.getStart(source));
    }
    if (ts.isJsxAttribute(node) && /^class/.test(node.name.getText(source))) {
      if (node.initializer) silent.add(node.initializer.getStart(source));
    }
    const reports = isMessage || reportsToDevelopers(node, source);
    ts.forEachChild(node, (child) => visit(child, reports));
  }

  /** @param {ts.Node} title */
  function addTitle(title) {
    silent.add(title.getStart(source));
    if (!ts.isTemplateExpression(title)) {
      addText("title", title.getStart(source) + 1, title.end - 1, true);
      return;
    }
    addText("title", title.getStart(source) + 1, title.head.end - 2, true);
    for (const { literal } of title.templateSpans)
      addText("title", literal.getStart(source) + 1, literal.end - 1);
  }

  /** @param {Kind} kind @param {number} start @param {number} end @param {boolean} [opens] */
  function addText(kind, start, end, opens = false) {
    const part = text.slice(start, end);
    if (kind === "message" && part.trim().split(/\s+/).length < 3) return;
    excerpts.push({ kind, start, text: maskCode(part), opens });
  }

  if (path.endsWith(".stories.tsx")) storyTitles(source).forEach(addTitle);
  visit(source, allStrings);
  for (const range of commentRanges(text, literals)) {
    const isPrivate = !text.startsWith("/**", range[0]) || !describesPublic(source, range);
    excerpts.push(...commentParts(text, range).map((part) => ({ ...part, isPrivate })));
  }
  return excerpts;
}

/**
 * True for a doc comment of something that an application can import, or of a member of it.
 *
 * @param {ts.SourceFile} source
 * @param {[start: number, end: number]} range
 */
function describesPublic(source, [start, end]) {
  if (source.text.slice(start, end).includes("@internal")) return false;
  const statement = source.statements.find((each) => each.pos <= start && start < each.end);
  if (!statement) return false;
  if (ts.isExportDeclaration(statement)) return true;
  return declaredNames(statement).some((name) => publicNames.has(name)) && !isInBody(statement);

  /**
   * True for a node with a body in which the comment is.
   *
   * @param {ts.Node} node
   * @returns {boolean}
   */
  function isInBody(node) {
    if (ts.isBlock(node) && node.pos <= start && end <= node.end) return true;
    return ts.forEachChild(node, isInBody) ?? false;
  }
}

/** @param {ts.Node} node */
function isTemplatePart(node) {
  return (
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/**
 * Returns the name that a node declares; names that are only used are not a second finding.
 *
 * @param {ts.Node} node
 */
function declaredName(node) {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isFunctionExpression(node) ||
    ts.isDeclarationStatement(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node) ||
    ts.isTypeParameterDeclaration(node);
  return declares && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}

/**
 * @param {ts.Node} node
 * @returns {Kind}
 */
function nameKind(node) {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return "type";
  return isMember(node) ? "member" : "identifier";
}

/**
 * Returns the title of a test or of a group of tests.
 *
 * @param {ts.Node} node
 */
function testTitle(node) {
  if (!ts.isCallExpression(node) || !TEST_FUNCTIONS.has(calledName(node.expression)))
    return undefined;
  const [title] = node.arguments;
  return title && isText(title) ? title : undefined;
}

/**
 * Returns the titles in the objects at the top of a file of stories.
 *
 * @param {ts.SourceFile} source
 */
function storyTitles(source) {
  const values = source.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => initializer ?? []);
  });
  return values.flatMap((value) => {
    const object =
      ts.isSatisfiesExpression(value) || ts.isAsExpression(value) ? value.expression : value;
    if (!ts.isObjectLiteralExpression(object)) return [];
    return object.properties.flatMap((property) => {
      if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return [];
      const isTitle = TITLE_PROPERTIES.has(property.name.text) && isText(property.initializer);
      return isTitle ? property.initializer : [];
    });
  });
}

/** @param {ts.Node} node */
function isMember(node) {
  return ts.isTypeElement(node) || ts.isClassElement(node) || ts.isPropertyAssignment(node);
}

/** @param {ts.Node} node */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/**
 * Returns `test` for `test(…)`, `test.only(…)` and `test.each(…)(…)`.
 *
 * @param {ts.Expression} callee
 * @returns {string}
 */
function calledName(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return calledName(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? calledName(callee.tag) : "";
}

/**
 * True for a node whose strings developers read: errors and what is logged.
 *
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 */
function reportsToDevelopers(node, source) {
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText(source));
  return (
    ts.isCallExpression(node) && /^console\.\w+$|\.warn$/.test(node.expression.getText(source))
  );
}
