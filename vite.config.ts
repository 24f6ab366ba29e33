import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "lightningcss";
import { build, type Plugin, parseAst, type UserConfig } from "vite";
import { defineConfig } from "vitest/config";

/** What `package.json` promises the user's own bundler will find, so it never enters ours. */
const manifest: Record<"dependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
);
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const isExternal = (id: string): boolean =>
  id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** Everything above the line of the architecture renders, so a server component must not load it. */
const isClientModule = (id: string): boolean =>
  /\/src\/(index\.ts$|(hooks|components|devtools)\/)/.test(id);

/** What the package manager links into `bin`: a shell has to know what runs it. */
const isCommand = (id: string): boolean => id.endsWith("/src/cli.ts");

/** What is written into `dist`, and where it is in `src/styles`. */
const sheets = {
  "styles.css": "index.css",
  "themes/shadcn.css": "themes/shadcn.css",
  "themes/high-contrast.css": "themes/high-contrast.css",
};

/**
 * Writes the style sheets. No browser targets: they keep `@layer`, nesting, `@container` and
 * `light-dark()` as written, since lowering them would raise their specificity and their size.
 */
function styles(): Plugin {
  return {
    name: "agui-kit:styles",
    apply: "build",
    generateBundle() {
      for (const [fileName, source] of Object.entries(sheets)) {
        const filename = fileURLToPath(new URL(`src/styles/${source}`, import.meta.url));
        const { code, warnings } = bundle({ filename, minify: true, errorRecovery: false });
        for (const warning of warnings) this.warn(`${warning.message} (${warning.loc.filename})`);
        this.emitFile({ type: "asset", fileName, source: code });
      }
    },
  };
}

/**
 * Takes the lexer out of `marked`, which is one file that ends by making a parser and a renderer as well: no
 * bundler can leave these out, unless it is told that making them does nothing. A chat loads 3 kB less for it.
 */
function markedLexer(): Plugin {
  const id = fileURLToPath(new URL("src/components/markdown/markedLexer.js", import.meta.url));
  const entry = fileURLToPath(import.meta.resolve("marked"));
  return {
    name: "agui-kit:marked-lexer",
    apply: "build",
    enforce: "pre",
    resolveId: (name) => (name === "marked" ? id : null),
    async load(name) {
      if (name !== id) return null;
      const made = await build({
        configFile: false,
        logLevel: "warn",
        plugins: [
          {
            name: "agui-kit:pure",
            resolveId: (part) => (part === id ? id : null),
            load: (part) =>
              part === id ? `export { Lexer, Tokenizer } from ${JSON.stringify(entry)};` : null,
            transform: (code) => withoutDialects(withoutInstance(code)),
          },
        ],
        build: {
          write: false,
          target: "es2022",
          minify: false,
          lib: { entry: id, formats: ["es"] },
          rolldownOptions: {
            treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
          },
        },
      });
      const [bundle] = [made].flat();
      if (!bundle || !("output" in bundle))
        throw new Error("The lexer of marked could not be built.");
      return withoutUnread(bundle.output[0].code);
    },
  };
}

/** A module whose only statements of their own set up what it exports besides, which is made without effect. */
function withoutInstance(code: string): string {
  const statements = parseAst(code).body.filter(({ type }) => type === "ExpressionStatement");
  return cutFrom(code, statements).replace(
    /([=,(:]|return )new (?=[\w$]+[;,()])/g,
    "$1/*#__PURE__*/new ",
  );
}

/** What reads Markdown of other kinds, asks other extensions and throws is for options that `lex` does not set. */
function withoutDialects(code: string): string {
  return code
    .replace(/\bthis\.options\.(?:pedantic|breaks)\b/g, "false")
    .replace(/\bthis\.options\.(?:gfm|silent)\b/g, "true")
    .replace(/\bthis\.options\.extensions\??\.(?:startBlock|inline|startInline)\b/g, "null");
}

/**
 * What is left of these no bundler can leave out, since it is in objects and classes that are used: the rules of the
 * other kinds, rules that the parser alone has read, and ways to lex a whole text. Then, what only these have named.
 * Should it not find them in a later version, the budgets tell.
 */
function withoutUnread(code: string): string {
  const cuts = [...nodesOf(parseAst(code))].flatMap((node) => {
    if (node.type === "MethodDefinition")
      return node.static || nameOf(node.key) === "lex" ? node : [];
    if (node.type !== "ObjectExpression" || !Array.isArray(node.properties)) return [];
    const properties: Node[] = node.properties.filter(isNode);
    const names = new Set(properties.map(({ key }) => nameOf(key)));
    const isRead = (name = "") =>
      names.has("pedantic") && names.has("gfm") && names.has("normal")
        ? name === "gfm"
        : !names.has("codeRemoveIndent") || new RegExp(`\\.${name}\\b`).test(code);
    return properties.filter(({ key }) => !isRead(nameOf(key)));
  });
  return withoutUnnamed(withoutOverridden(withoutUnnamed(cutFrom(code, cuts))));
}

/** Without the rules that those of GitHub take the place of: these are all that is left of the others. */
function withoutOverridden(code: string): string {
  const declared = [...nodesOf(parseAst(code))].filter(({ type }) => type === "VariableDeclarator");
  const propertiesOf = ({ init }: Node): Node[] =>
    isNode(init) && Array.isArray(init.properties) ? init.properties.filter(isNode) : [];
  const cuts = declared.flatMap((base) => {
    const over = declared.find((one) =>
      propertiesOf(one).some(({ argument }) => nameOf(argument) === nameOf(base.id)),
    );
    const names = new Set(over && propertiesOf(over).map(({ key }) => nameOf(key)));
    return propertiesOf(base).filter(({ key }) => isNode(key) && names.has(nameOf(key)));
  });
  return cutFrom(code, cuts);
}

/** Without the declarations, none of which does anything, that nothing names but they themselves. */
function withoutUnnamed(code: string): string {
  const isUnnamed = (node: Node) => {
    const [declared] = Array.isArray(node.declarations) ? node.declarations : [];
    const name = isNode(declared) && nameOf(declared.id);
    return (
      name &&
      code.match(new RegExp(`(?<![\\w$]|[^.]\\.)${name.replace("$", "\\$")}(?![\\w$])`, "g"))
        ?.length === 1
    );
  };
  const unnamed = parseAst(code).body.filter((node) => isNode(node) && isUnnamed(node));
  return unnamed.length === 0 ? code : withoutUnnamed(cutFrom(code, unnamed));
}

interface Node extends Record<string, unknown> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function* nodesOf(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) yield* nodesOf(part);
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === "string" ? node.name : undefined;
}

/** With the comma that may be behind each. */
function cutFrom(
  code: string,
  cuts: readonly { readonly start: number; readonly end: number }[],
): string {
  return cuts.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ""),
    code,
  );
}

const library: UserConfig = {
  plugins: [styles(), markedLexer()],
  build: {
    target: "es2022",
    minify: false,
    sourcemap: true,
    lib: {
      entry: {
        index: "src/index.ts",
        core: "src/core.ts",
        dialects: "src/dialects.ts",
        testing: "src/testing.ts",
        // Each by itself, as an application takes one of them, perhaps only when it is asked for.
        "strings/de": "src/components/strings/de.ts",
        "strings/ja": "src/components/strings/ja.ts",
        "strings/ar": "src/components/strings/ar.ts",
        cli: "src/cli.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      external: isExternal,
      output: {
        // One file for each of ours: what is loaded late stays apart in the user's bundle too.
        preserveModules: true,
        preserveModulesRoot: "src",
        entryFileNames: "[name].js",
        minifyInternalExports: false,
        banner: ({ moduleIds }) =>
          moduleIds.some(isCommand)
            ? "#!/usr/bin/env node"
            : moduleIds.some(isClientModule)
              ? '"use client";'
              : "",
      },
    },
  },
};

export default defineConfig(async ({ command }) => {
  if (command === "build") return library;
  // Loaded only for tests: the stories project starts Storybook to learn its settings.
  const { projects } = await import("./test/setup/projects.ts");
  // All cores: by itself Vitest leaves one idle, which is half of a small machine.
  return { test: { projects, maxWorkers: "100%" } };
});
