import ts from "typescript";
import { parse } from "./imports.ts";

/** Kinds of the outside world that a layer may be forbidden to use. */
export type Outside = "clocks" | "randomness" | "network" | "DOM" | "I/O";

/** Global names of each kind. `Date.now()`, `new Date()` and `Math.random()` are not names, so a function finds them. */
const globals: Readonly<Record<Outside, readonly string[]>> = {
  clocks: [
    ...["performance", "setTimeout", "setInterval", "setImmediate"],
    ...["queueMicrotask", "requestAnimationFrame"],
  ],
  randomness: ["crypto"],
  network: ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
  DOM: ["document", "window"],
  "I/O": ["localStorage", "sessionStorage", "indexedDB", "process", "console"],
};

/** Returns the expressions of a file that use these kinds of the outside world. */
export function impurities(path: string, text: string, kinds: readonly Outside[]): string[] {
  const names = new Set(kinds.flatMap((kind) => globals[kind]));
  // The search for words is much faster than a checker, and few files have one of them.
  if (![...names, "Date", "Math"].some((name) => text.includes(name))) return [];
  const source = parse(path, text);
  const checker = checkerOf(source);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isUse =
      (kinds.includes("clocks") && isClock(node)) ||
      (kinds.includes("randomness") && isChance(node)) ||
      isGlobal(node, names, checker);
    if (isUse) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Creates a checker that resolves the names this file declares; every other name is a global. */
function checkerOf(source: ts.SourceFile): ts.TypeChecker {
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, types: [] };
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (name) => (name === source.fileName ? source : undefined);
  return ts.createProgram([source.fileName], options, host).getTypeChecker();
}

function isChance(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && node.getText() === "Math.random";
}

function isClock(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.getText() === "Date.now";
  if (ts.isCallExpression(node)) return node.expression.getText() === "Date";
  // `new Date(timestamp)` depends on its argument only; without one it is the clock.
  return (
    ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length
  );
}

function isGlobal(node: ts.Node, names: ReadonlySet<string>, checker: ts.TypeChecker): boolean {
  if (!ts.isIdentifier(node) || !names.has(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return parent.expression.getText() === "globalThis";
  }
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return symbol === undefined;
}
