// @ts-check
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { checkText } from "./checkText.mjs";

/**
 * Reports the language of comments, titles, messages, names and Markdown that the project's standard rejects.
 *
 *     node test/language/checkLanguage.mjs [--summary] [path…]
 *
 * Exits with 1 when it finds anything. `--summary` prints the counts per folder and rule in place of the findings.
 */

const CHECKED = /\.(?:[mc]?[jt]s|[jt]sx|css|md)$/;

/** Recorded and scripted content, and the files that quote the words on purpose. */
const EXCLUDED =
  /^test\/fixtures\/(?!.*\.md$)|^demo\/server\/replies\/|^test\/language\/(?:(?:names|phrases)\.mjs|.*\.test\.ts)$/;

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith("--"));
const files = filesIn(paths);
if (files.length === 0) throw new Error(`No file to check in ${paths.join(" ") || process.cwd()}.`);

const found = files.flatMap((path) =>
  checkText(path, readFileSync(path, "utf8")).map((finding) => ({ path, ...finding })),
);

if (args.includes("--summary")) printSummary(found);
else
  for (const { path, line, rule, text } of found) console.log(`${path}:${line}  ${rule}  ${text}`);
console.log(found.length === 0 ? "No findings." : `${found.length} findings.`);
process.exitCode = found.length === 0 ? 0 : 1;

/**
 * Returns the tracked and the new files of the repository that are checked.
 *
 * @param {readonly string[]} under
 */
function filesIn(under) {
  const options = ["--cached", "--others", "--exclude-standard", "-z"];
  const output = execFileSync("git", ["ls-files", ...options, "--", ...under], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const files = new Set(output.split("\0"));
  return [...files].filter(
    (path) => CHECKED.test(path) && !EXCLUDED.test(path) && existsSync(path),
  );
}

/** @param {readonly { readonly path: string; readonly rule: string }[]} findings */
function printSummary(findings) {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  /** @type {Map<string, Map<string, number>>} */
  const folders = new Map();
  for (const { path, rule } of findings) {
    const folder = path.split("/").slice(0, -1).slice(0, 3).join("/") || ".";
    const counts = folders.get(folder) ?? new Map();
    folders.set(folder, counts.set(rule, (counts.get(rule) ?? 0) + 1));
  }
  console.table(
    Object.fromEntries(
      [...folders]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([folder, counts]) => [
          folder,
          {
            ...Object.fromEntries(rules.map((rule) => [rule, counts.get(rule) ?? ""])),
            all: [...counts.values()].reduce((sum, count) => sum + count, 0),
          },
        ]),
    ),
  );
}
