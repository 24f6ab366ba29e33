import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installFolder } from "../run/install.mjs";
import { run } from "../run/run.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

/**
 * Parts of the benchmark: `npm run bench` measures all, `npm run bench:reduce` and the like one of
 * them.
 */
const PARTS = ["reduce", "sse", "memory", "fields", "browser"];

const [wanted, ...rest] = process.argv.slice(2);
const parts = wanted === undefined ? PARTS : PARTS.filter((part) => part === wanted);
if (parts.length === 0)
  throw new Error(`Unknown part ${wanted}. Choose one of ${PARTS.join(", ")}.`);

await installFolder("test/bench");
run("npx", ["vite", "build", "--logLevel", "warn"]);
for (const part of parts) {
  const entry = `test/bench/${part}/index.mjs`;
  if (!existsSync(entry)) continue;
  console.log(`\n=== ${part} ===`);
  run("node", [entry, ...rest]);
}
