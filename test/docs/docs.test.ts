// @vitest-environment node
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  documentPaths,
  drawingExample,
  drawingPath,
  examplesIn,
  readDocument,
  root,
  section,
  tableRows,
} from "./documents.ts";
import { findCompileProblems } from "./findCompileProblems.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const examples = documentPaths.flatMap(examplesIn);
/** Declares the libraries that examples use and only test/recipes installs. */
const libraries = join(root, "test/docs/libraries.d.ts");

/** Returns the first cells of the tables in a section, without backticks. */
const firstCells = (path: string, heading: string): string[] =>
  tableRows(section(path, heading)).flatMap(([cell = ""]) => cell.match(/[^`,\s]+/g) ?? []);

describe("examples", () => {
  it("compile under the settings of the repository", { timeout: 120_000 }, () => {
    expect(examples.length).toBeGreaterThan(30);
    const files = new Map(examples.map(({ path, code }) => [path, code]));
    expect(findCompileProblems(files, [libraries])).toEqual([]);
  });

  it("with formulas and diagrams compiles with the types of its libraries", {
    timeout: 120_000,
  }, () => {
    expect(findCompileProblems(new Map([[drawingPath, drawingExample()]]))).toEqual([]);
  });

  it("fail the check when they do not compile", { timeout: 120_000 }, () => {
    const wrong = 'import { Chat } from "agui-kit";\nexport const x = <Chat titel="Typo" />;\n';
    expect(findCompileProblems(new Map([[join(root, "wrong-example-1.tsx"), wrong]]))).toEqual([
      expect.stringMatching(/^wrong-example-1\.tsx:2: .*titel/),
    ]);
  });
});

describe("README.md", () => {
  it("has at most 250 lines", () => {
    expect(readDocument("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(250);
  });

  it("links to every page of docs/", () => {
    const readme = readDocument("README.md");
    const pages = documentPaths.filter((path) => path !== "README.md");
    expect(pages.filter((path) => !readme.includes(`(${path})`))).toEqual([]);
  });
});

describe("pictures", () => {
  const folder = join(root, "docs/images");

  it.each(readdirSync(folder))("%s has at most 60 kB and is in README.md", (name) => {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(60_000);
    expect(readDocument("README.md")).toContain(`docs/images/${name}`);
  });
});

describe("documents", () => {
  it.each(documentPaths)("%s links to files and headings that exist", (path) => {
    const broken = linksIn(path).filter(({ target, heading }) => {
      if (!existsSync(join(root, target))) return true;
      return heading !== undefined && !headingIds(readDocument(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  it("in the package link to files of the package", { timeout: 120_000 }, () => {
    const files = packagedFiles();
    const pages = documentPaths.filter((path) => path !== "README.md" && files.has(path));
    expect(pages).toContain("docs/errors.md");
    const missing = pages.flatMap((path) =>
      linksIn(path)
        .filter(({ target }) => !files.has(target))
        .map(({ target }) => `${path}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it.each([...documentPaths, "CONTRIBUTING.md"])("%s names only scripts that exist", (path) => {
    const names = [...readDocument(path).matchAll(/npm (?:run ([\w:-]+)|(test)\b)/g)].map(
      ([, script, test]) => script ?? test ?? "",
    );
    expect(names.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });
});

describe("exports", () => {
  it.each(["index", "dialects", "testing"])("%s.ts exports no undocumented function", (entry) => {
    const text = documentPaths.map(readDocument).join("\n");
    const missing = exportedValues(join(root, `src/${entry}.ts`)).filter(
      (name) => !new RegExp(`\\b${name}\\b`).test(text),
    );
    expect(missing).toEqual([]);
  });
});

describe("tables", () => {
  it("have a row for every variable that an application may set", () => {
    const folder = join(root, "src/styles");
    const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    const names = new Set(sheets.join("").match(/--agk-[a-z-]+\d?/g));
    // Derived from others, or set by an attribute or by the chat itself.
    const internal = [
      "scheme",
      "forward-rotation",
      "width",
      "resized-width",
      "shift",
      "step",
      "unit",
      "density",
      "keyboard",
      "room",
      "played",
      "weight",
      "image-size",
      "greeting",
    ];
    for (const name of internal) names.delete(`--agk-${name}`);
    const rows = firstCells("docs/theming.md", "## Set variables");
    expect(rows.toSorted()).toEqual([...names].toSorted());
  });

  it("have a row for every entry of the package", () => {
    const entries = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
    const rows = firstCells("docs/architecture.md", "## Entries");
    expect(rows.toSorted()).toEqual(entries.map((name) => `agui-kit${name.slice(1)}`).toSorted());
  });

  it("give a reason for every dependency", () => {
    const reasons = new Map(
      tableRows(section("docs/architecture.md", "## Dependencies")).map(([name, reason]) => [
        name?.replaceAll("`", ""),
        reason,
      ]),
    );
    const missing = Object.keys(manifest.dependencies).filter((name) => !reasons.get(name));
    expect(missing).toEqual([]);
  });

  it("have a row for every error code", () => {
    const source = readFileSync(join(root, "src/protocol/errors.ts"), "utf8");
    const codes = [...source.matchAll(/^ {2}\| "([\w-]+)"/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(firstCells("docs/errors.md", "## Error codes").toSorted()).toEqual(codes.toSorted());
  });

  it("have a row with the severity of every issue code", async () => {
    const kinds = Object.values(await import("../../src/protocol/issueCodes.ts"));
    const rows = tableRows(section("docs/errors.md", "## Issue codes"));
    expect(rows.map(([code, severity]) => `${code} ${severity}`).toSorted()).toEqual(
      kinds.map(([code, severity]) => `\`${code}\` ${severity}`).toSorted(),
    );
  });

  it("define at most 15 words of our own", () => {
    const words = tableRows(readDocument("docs/glossary.md"));
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(15);
  });
});

/** Returns the names of the functions, components and constants that an entry exports. */
function exportedValues(path: string): string[] {
  const options = { noLib: true, noEmit: true, allowImportingTsExtensions: true };
  const program = ts.createProgram([path], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return symbols
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    .filter(({ flags }) => flags & ts.SymbolFlags.Value)
    .map(({ name }) => name);
}

/** Returns the links of a document to files, which are relative to the document: the file, and the heading in it. */
function linksIn(path: string) {
  const text = readDocument(path);
  const links = [
    ...text.matchAll(/\]\((?!https?:)([^)]+)\)/g),
    ...text.matchAll(/(?:src|srcset)="(?!https?:)([^"]+)"/g),
  ];
  return links.map(([, link = ""]) => {
    const [file = "", heading] = link.split("#");
    return { target: file === "" ? path : join(dirname(path), file), heading };
  });
}

/** Returns the paths of the files that `npm publish` would upload. */
function packagedFiles(): ReadonlySet<string> {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files }]: [{ files: readonly { path: string }[] }] = JSON.parse(output);
  return new Set(files.map(({ path }) => path));
}

/** Returns the ids that GitHub gives to the headings of a document. */
function headingIds(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
