// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPaths, readDocument, root } from "./documents.ts";

/** Code blocks that no compiler checks. */
const blocks = [...documentPaths, "CONTRIBUTING.md"].flatMap((path) =>
  [...readDocument(path).matchAll(/^```(sh|css|html|json)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", code = ""]) => ({ path, language, code }),
  ),
);

const filesIn = (folder: string, extension: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => extension.test(name))
    .map((name) => readFileSync(join(root, folder, name), "utf8"))
    .join("\n");

const styles = filesIn("src/styles", /\.css$/);
const demo = filesIn("demo", /\.tsx?$/);
const command = readFileSync(join(root, "src/cli.ts"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns the names in a code block that do not exist. */
const checks: Readonly<Record<string, (code: string) => readonly string[]>> = {
  json(code) {
    JSON.parse(code);
    return [];
  },
  css: (code) =>
    (code.match(/--agk-[\w-]+|\.agk-[\w-]+|\[data-[\w-]+/g) ?? []).filter(
      (name) => !new RegExp(`${name.replace(/[.[]/, "\\$&")}(?![\\w-])`).test(styles),
    ),
  html: (code) =>
    [...code.matchAll(/data-([\w-]+)="([\w-]+)"/g)]
      .filter(([, name, value]) => !new RegExp(`\\[data-${name}="?${value}"?`).test(styles))
      .map(([attribute]) => attribute),
  sh: (code) => [
    ...(code.match(/(?<=npm run )[\w:-]+/g) ?? []).filter((name) => !(name in scripts)),
    ...(code.match(/\b[A-Z]+_[A-Z]+(?==)/g) ?? []).filter((name) => !demo.includes(name)),
    ...(code.match(/(?<=\s)--[a-z]+/g) ?? []).filter((name) => !command.includes(`  ${name} `)),
  ],
};

describe("code blocks", () => {
  it("are found in every language", () => {
    expect(blocks.map(({ language }) => language)).toEqual(
      expect.arrayContaining(Object.keys(checks)),
    );
  });

  it.each(blocks)("in $language of $path name only existing things", ({ language, code }) => {
    expect(checks[language]?.(code)).toEqual([]);
  });

  it.each([
    ["css", ".agk-mesage { color: var(--agk-acent); }", [".agk-mesage", "--agk-acent"]],
    ["html", '<html data-theme="auto">', ['data-theme="auto"']],
    ["sh", "AGENT_URI=x npm run demos -- --promt", ["demos", "AGENT_URI", "--promt"]],
  ])("in %s fail the check for a name that does not exist", (language, code, missing) => {
    expect(checks[language]?.(code)).toEqual(missing);
  });
});
