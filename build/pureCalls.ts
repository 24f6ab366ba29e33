import { type Plugin, parseAst } from "vite";

/** The fields of a syntax tree's node that the search for calls reads. */
interface Node extends Record<string, unknown> {
  readonly type: string;
  readonly start: number;
}

const PURE = "/* @__PURE__ */ ";

/** Nodes whose code runs later, when the function is called. */
const LATER = new Set(["ArrowFunctionExpression", "FunctionExpression", "ClassExpression"]);

/**
 * Marks the calls that initialize constants of a module as pure, so that a bundler leaves out the
 * constants that an application does not use. `sideEffects` in `package.json` says the same about
 * whole files only, and a chunk is one file.
 */
export function pureCalls(isOwnModule: (id: string) => boolean): Plugin {
  return {
    name: "agui-kit:pure-calls",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (!isOwnModule(id)) return;
      const starts = new Set(initializers(code).flatMap((init) => [...callStarts(init)]));
      const marked = [...starts]
        .filter((start) => !code.slice(0, start).trimEnd().endsWith(PURE.trim()))
        .sort((a, b) => b - a)
        .reduce((text, start) => text.slice(0, start) + PURE + text.slice(start), code);
      return { code: marked, map: null };
    },
  };
}

/** Returns the values that the module's own declarations begin with. */
function initializers(code: string): unknown[] {
  return parseAst(code).body.flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration?.type === "VariableDeclaration"
      ? declaration.declarations.map(({ init }) => init)
      : [];
  });
}

/** Yields where each call begins that runs while the value is initialized. */
function* callStarts(value: unknown): Generator<number> {
  if (isNode(value)) {
    if (LATER.has(value.type)) return;
    if (value.type === "CallExpression" || value.type === "NewExpression") yield value.start;
  }
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) yield* callStarts(part);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
