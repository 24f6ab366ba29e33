// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ensureChromium, tryHeadlessShell } from "./chromium.mjs";
import { installFolder } from "./install.mjs";
import { readResults, summary } from "./results.mjs";
import { exitCode, run } from "./run.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

/** @type {string | undefined} */
let closingLine;

/** Steps of `npm test`, cheapest first. A step fails by throwing, which ends the run. */
/** @type {readonly (readonly [title: string, step: () => void])[]} */
const steps = [
  ["Chromium", findBrowser],
  ["Test servers", () => installFolder("test/servers")],
  ["React 18", () => installFolder("test/react18")],
  ["Recipes", () => installFolder("test/recipes")],
  ["Types", () => npmRun("check:types")],
  ["Lint", () => npmRun("lint")],
  ["API reference", () => npmRun("check:api")],
  ["Build", () => npmRun("build")],
  ["Size", () => npmRun("size")],
  ["Package", () => npmRun("check:package")],
  ["Tests", runVitest],
];

const startedAt = performance.now();
for (const [title, step] of steps) {
  console.log(`\n=== ${title} ===`);
  const stepStartedAt = performance.now();
  try {
    step();
  } catch (error) {
    console.error(`\n${title} failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
  console.log(`=== ${title}: ${seconds(stepStartedAt)} ===`);
  if (process.exitCode) break;
}
console.log(`\nAll in ${seconds(startedAt)}.`);
if (closingLine) console.log(closingLine);

function findBrowser() {
  console.log(ensureChromium());
  tryHeadlessShell();
}

/** @param {string} script */
function npmRun(script) {
  run("npm", ["run", "--silent", script]);
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "agui-kit-results-"));
  const file = join(folder, "results.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const status = exitCode("npx", ["vitest", "run", ...reporters]);
    const results = readResults(file);
    closingLine = summary(results);
    if (status !== 0 || results.failed > 0) throw new Error(`Vitest ended with code ${status}.`);
    if (results.passed === 0) throw new Error("Vitest found no test.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
