import ts from "typescript";
import { parse } from "./imports.ts";

const impureGlobals = new Set([
  ...["performance", "crypto", "fetch", "XMLHttpRequest", "WebSocket", "EventSource"],
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "requestAnimationFrame"],
  ...["localStorage", "sessionStorage", "indexedDB", "document", "window", "process", "console"],
]);

/** Returns the expressions that read a clock, a random number or the outside world. */
export function impurities(path: string, text: string): string[] {
  const source = parse(path, text);
  const checker = checkerOf(source);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isClockOrChance(node) || isImpureGlobal(node, checker)) found.push(node.getText());
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

function isClockOrChance(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return ["Date.now", "Math.random"].includes(node.getText());
  }
  if (ts.isCallExpression(node)) return node.expression.getText() === "Date";
  // `new Date(timestamp)` depends on its argument only; without one it is the clock.
  return (
    ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length
  );
}

function isImpureGlobal(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isIdentifier(node) || !impureGlobals.has(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return parent.expression.getText() === "globalThis";
  }
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  return symbol === undefined;
}
