import ts from "typescript";
import { parse, type Sources } from "./imports.ts";

/** Matches a line with a comment; a URL in a string has no space before its slashes. */
const COMMENT = /(^|\s)\/\/|\*\//;

/** Types of casts that need no explanation: neither can be wrong. */
const safeTypes = ["const", "unknown"];

/**
 * Returns every cast without a comment, one sentence each. A comment explains the casts of the statement or property
 * below it, and those of the next lines that have casts as well.
 */
export function unexplainedCasts(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const lines = text.split("\n");
    const explained = new Set<number>();
    return castsIn(parse(path, text)).flatMap(([from, to]) => {
      const above = lines.slice(Math.max(0, from - 1), to + 1);
      if (!explained.has(from - 1) && !above.some((line) => COMMENT.test(line)))
        return [`${path}:${to + 1} has a cast without a comment.`];
      explained.add(to);
      return [];
    });
  });
}

/** Returns the casts of a source, each by the first line of its statement or property and its own line. */
function castsIn(source: ts.SourceFile): (readonly [from: number, to: number])[] {
  const casts: (readonly [number, number])[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node, from: number): void => {
    const start = isUnit(node) ? lineOf(node.getStart()) : from;
    if (ts.isAsExpression(node) && !safeTypes.includes(node.type.getText()))
      casts.push([start, lineOf(node.type.getStart())]);
    ts.forEachChild(node, (child) => visit(child, start));
  };
  visit(source, 0);
  return casts.sort(([, a], [, b]) => a - b);
}

/** True for code that a comment above it belongs to. */
const isUnit = (node: ts.Node) =>
  (ts.isStatement(node) && !ts.isBlock(node)) ||
  ts.isObjectLiteralElement(node) ||
  ts.isClassElement(node);
