// @ts-check
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundlers, firstLoad, gzipBytes } from "../package/bundlers.mjs";
import { installKit, linkPackages, manifest, withProject } from "../package/kit.mjs";
import { budgets, chatApp, conversationBudget, languageBudgets } from "./budgets.mjs";
import { conversationPage, playConversation, REACT } from "./conversation.mjs";
import { formatTable, isOver } from "./table.mjs";

/**
 * Measures the kit as applications ship it: the packed package, built for production, React left
 * out, each file compressed by itself. Fails when a figure is over its budget.
 */

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const external = ["react", "react-dom", "@ag-ui/proto"];
const measured = /** @type {const} */ (["vite", "esbuild"]);

const rows = await withProject(async (project) => {
  installKit(project);
  linkPackages(project, Object.keys(manifest.dependencies));
  /** @type {import("./table.mjs").Row[]} */
  const found = [];
  for (const bundler of measured) {
    for (const [index, budget] of [...budgets, ...languageBudgets].entries()) {
      found.push(await measureFirstLoad(project, `${bundler}-${index}`, bundler, budget));
    }
    found.push(await measureConversation(project, bundler));
  }
  return found;
});
console.log(formatTable(rows));
const exceeded = rows.filter(isOver);
if (exceeded.length > 0) {
  console.error(`\n${exceeded.length} of ${rows.length} figures are over their budget.`);
  process.exitCode = 1;
}

/**
 * @param {string} project
 * @param {string} name
 * @param {typeof measured[number]} bundler
 * @param {import("./budgets.mjs").Budget} budget
 */
async function measureFirstLoad(project, name, bundler, budget) {
  const output = await bundlers[bundler]({ project, name, source: budget.source, external });
  const extension = budget.kind === "style" ? ".css" : ".js";
  const isCounted = (/** @type {{ name: string }} */ file) => file.name.endsWith(extension);
  const all = output.files.filter(isCounted);
  const first = budget.kind === "style" ? all : firstLoad(output).filter(isCounted);
  return {
    bundler,
    name: budget.name,
    bytes: gzipBytes(first),
    files: first.length,
    total: { bytes: gzipBytes(all), files: all.length },
    budget,
  };
}

/**
 * @param {string} project
 * @param {typeof measured[number]} bundler
 */
async function measureConversation(project, bundler) {
  const { files } = await bundlers[bundler]({
    project,
    name: `${bundler}-conversation`,
    source: chatApp("Chat"),
    external: [...REACT, "@ag-ui/proto"],
    html: conversationPage("./main.js"),
  });
  const built = files.find(({ name }) => name === "index.html");
  const page = built ? String(built.code) : conversationPage("/app/main.js");
  const scripts = await playConversation({ page, files });
  const all = files.filter(({ name }) => name.endsWith(".js"));
  const fetched = scripts.map((script) => `${script.name} ${gzipBytes([script])}`);
  console.log(`${bundler}, bytes of the conversation: ${fetched.join(", ")}`);
  return {
    bundler,
    name: "conversation in Chromium",
    bytes: gzipBytes(scripts),
    files: scripts.length,
    total: { bytes: gzipBytes(all), files: all.length },
    budget: conversationBudget,
  };
}
