// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { bundlers, toText } from "./bundlers.mjs";

/** An application with everything in it: components, style sheet, React. */
const source = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, Chat, httpAgent } from "agui-kit";
import "agui-kit/styles.css";
const agent = httpAgent({ url: "/agent" });
createRoot(document.body).render(createElement(AgentProvider, { agent }, createElement(Chat)));`;

/** A text of the package that minifiers leave as it is. */
const LANDMARK = "text/event-stream";

/** A text of every hint for developers. */
const HINT = "node_modules/agui-kit/docs/errors.md";

/**
 * Builds an application with every bundler. Fails when a bundler prints a warning, and when a script has
 * a hint for developers. The source map of the application has to lead to the files of the package.
 *
 * @param {string} project
 * @returns {Promise<string[]>} The faults.
 */
export async function checkBundling(project) {
  /** @type {string[]} */
  const faults = [];
  if (!packageHas(project, HINT)) faults.push(`No hint in the package has the text "${HINT}".`);
  for (const [bundler, build] of Object.entries(bundlers)) {
    const name = `${bundler}-application`;
    const { files, warnings } = await build({ project, name, source, sourcemap: true });
    console.log(`${bundler} builds an application with ${warnings.length} warnings.`);
    faults.push(...warnings.map((warning) => `${bundler} warns: ${warning}`));
    const hinting = files.filter(
      ({ name, code }) => /\.m?js$/.test(name) && toText({ code }).includes(HINT),
    );
    faults.push(
      ...hinting.map(({ name }) => `${bundler} builds hints for developers into ${name}.`),
    );
    if (!files.some((file) => file.name.endsWith(".map") && leadsToPackage(file, files, project))) {
      faults.push(`The source map of ${bundler} does not lead to ${LANDMARK} in the package.`);
    }
  }
  return faults;
}

/**
 * Returns true when a script of the package has a text, without which a search of the applications finds nothing.
 *
 * @param {string} project
 * @param {string} text
 */
function packageHas(project, text) {
  const dist = join(project, "node_modules/agui-kit/dist");
  const scripts = readdirSync(dist, { recursive: true, encoding: "utf8" });
  return scripts.some(
    (path) => path.endsWith(".js") && readFileSync(join(dist, path), "utf8").includes(text),
  );
}

/**
 * True when the landmark in a script maps to its line in the package, and the map has the text of the
 * package.
 *
 * @param {import("./bundlers.mjs").OutputFile} mapFile
 * @param {readonly import("./bundlers.mjs").OutputFile[]} files
 * @param {string} project
 */
function leadsToPackage(mapFile, files, project) {
  const script = files.find(({ name }) => `${name}.map` === mapFile.name);
  const lines = (script ? toText(script) : "").split("\n");
  const line = lines.findIndex((text) => text.includes(LANDMARK));
  if (line === -1) return false;
  /** @type {import("node:module").SourceMapPayload} */
  const payload = JSON.parse(toText(mapFile));
  const entry = new SourceMap(payload).findEntry(line, lines[line]?.indexOf(LANDMARK) ?? 0);
  if (!("originalSource" in entry)) return false;
  const text = payload.sourcesContent[payload.sources.indexOf(entry.originalSource)] ?? "";
  const [, path] = /agui-kit\/(dist\/.+\.js)/.exec(entry.originalSource) ?? [];
  if (path === undefined || !text.split("\n")[entry.originalLine]?.includes(LANDMARK)) return false;
  return text === readFileSync(join(project, "node_modules/agui-kit", path), "utf8");
}
