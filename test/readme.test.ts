// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { examplesIn, readme, root } from "./support/readme.ts";

const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const examples = examplesIn(readme);

describe("README.md", () => {
  it("has examples that compile under the strictest settings", { timeout: 60_000 }, () => {
    expect(examples.size).toBeGreaterThan(3);
    expect(problemsIn(examples)).toEqual([]);
  });

  it("would notice an example that does not compile", { timeout: 60_000 }, () => {
    const wrong = 'import { Chat } from "agui-kit";\nexport const x = <Chat titel="Typo" />;\n';
    expect(problemsIn(new Map([[join(root, "readme-example-0.tsx"), wrong]]))).toEqual([
      expect.stringMatching(/^readme-example-0\.tsx:2: .*titel/),
    ]);
  });

  it("names every entry of the package", () => {
    const entries = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
    for (const entry of entries) expect(readme).toContain(`\`agui-kit${entry.slice(1)}\``);
  });

  it("has a row for every variable that an application may set", () => {
    const folder = join(root, "src/styles");
    const sheets = readdirSync(folder)
      .filter((name) => name.endsWith(".css"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    const named = new Set(sheets.join("").match(/--agk-[a-z-]+/g));
    // Worked out of others, or set by an attribute or by the chat itself.
    const own = ["scheme", "width", "shift", "step", "density", "keyboard"];
    for (const name of own) named.delete(`--agk-${name}`);
    const rows = readme.match(/^\| `--agk-.*$/gm)?.flatMap((row) => row.match(/--agk-[a-z-]+/g));
    expect(rows?.toSorted()).toEqual([...named].toSorted());
  });

  it("gives a reason for every dependency", () => {
    for (const name of Object.keys(manifest.dependencies)) {
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\` +\\| +[\\d.]+ kB \\| \\w`, "m"));
    }
  });

  it("names only scripts and files that exist", () => {
    const scripts = [...readme.matchAll(/npm (?:run ([\w:-]+)|test)/g)].map(
      ([, name = "test"]) => name,
    );
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    const links = [...readme.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** What the compiler says about these files, with this repository's own settings. */
function problemsIn(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, settings) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, settings);
  };
  const libraries = join(root, "test/support/libraries.d.ts");
  const program = ts.createProgram([...files.keys(), libraries], options, host);
  // Only the examples: `npm run check:types` reads the sources.
  return [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    return found.map(({ start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${basename(path)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}
