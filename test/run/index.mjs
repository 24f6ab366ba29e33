// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ensureChromium, tryHeadlessShell } from "./chromium.mjs";
import { installFolder } from "./install.mjs";
import { readResults, summary, unstableTests } from "./results.mjs";
import { exitCode, runBeside } from "./run.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

/** @type {readonly string[]} */
let closingLines = [];

/** @typedef {readonly [title: string, step: () => void | Promise<void>]} Step */

/**
 * Stages of `npm test`. Those of a stage run concurrently, each a list of steps that run one after
 * another, the cheapest first. A step fails by throwing, which ends the run after its stage.
 *
 * @type {readonly (readonly (readonly Step[])[])[]}
 */
const stages = [
  [
    [["Tools of applications", () => installFolder("test/consumer")]],
    [
      ["Test servers", () => installFolder("test/servers")],
      ["React 18", () => installFolder("test/react18")],
      ["Recipes", () => installFolder("test/recipes")],
    ],
    // Needs none of the installations, which wait for the network.
    [["Build", () => npmRun("build")]],
    // Last, because an installation of Chromium blocks this process.
    [["Chromium", findBrowser]],
  ],
  // Each program has one thread: two lists of the same length fill two cores.
  [
    [
      ["Lint", () => npmRun("lint")],
      // TypeScript 7 takes a third of the time of 6, which compiles the declarations of the build.
      ["Types", () => runBeside("test/consumer/node_modules/.bin/tsc", ["--noEmit"])],
      ["Tarball", () => npmRun("check:tarball")],
    ],
    [
      ["API reference", () => npmRun("check:api")],
      ["Size", () => npmRun("size")],
      ["Bundlers", () => npmRun("check:bundlers")],
    ],
  ],
  [[["Tests", runVitest]]],
];

const startedAt = performance.now();
for (const stage of stages) {
  await Promise.all(stage.map(runSteps));
  if (process.exitCode) break;
}
console.log(`\nAll in ${seconds(startedAt)}.`);
for (const line of closingLines) console.log(line);

/**
 * Runs steps one after another, until one fails in this list or in another of its stage.
 *
 * @param {readonly Step[]} steps
 */
async function runSteps(steps) {
  for (const [title, step] of steps) {
    if (process.exitCode) break;
    console.log(`\n=== ${title} ===`);
    const stepStartedAt = performance.now();
    try {
      await step();
    } catch (error) {
      console.error(`\n${title} failed: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    console.log(`=== ${title}: ${seconds(stepStartedAt)} ===`);
  }
}

function findBrowser() {
  console.log(ensureChromium());
  tryHeadlessShell();
}

/** @param {string} script */
function npmRun(script) {
  return runBeside("npm", ["run", "--silent", script]);
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "agui-kit-results-"));
  const file = join(folder, "results.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const status = exitCode("npx", ["vitest", "run", ...reporters]);
    const results = readResults(file);
    closingLines = [...unstableTests(results.unstable), summary(results)];
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
