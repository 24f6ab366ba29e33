// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemsIn } from "./support/compile.ts";
import { examplesIn, readme, root } from "./support/readme.ts";

const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const examples = examplesIn(readme);
/** Stands in for libraries that are installed for the one test that runs the recipe for them. */
const libraries = join(root, "test/support/libraries.d.ts");

describe("README.md", () => {
  it("has examples that compile under the strictest settings", { timeout: 60_000 }, () => {
    expect(examples.size).toBeGreaterThan(3);
    expect(problemsIn(examples, [libraries])).toEqual([]);
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
    const own = ["scheme", "turn", "width", "shift", "step", "density", "keyboard"];
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
