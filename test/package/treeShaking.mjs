// @ts-check
import { bundlers, firstLoad, gzipBytes } from "./bundlers.mjs";

/**
 * The most that one import of `agui-kit` may load at first, in kB: its own code and what it needs, not
 * the rest of the entry. A bound leaves room for other versions of a bundler, which move a figure by
 * some hundred bytes.
 *
 * @type {Readonly<Record<string, number>>}
 */
const bounds = {
  createSnapshot: 60,
  AgentKitError: 22.5,
  httpAgent: 35.5,
  webSpeechDictation: 83,
  useThread: 24.5,
  AgentProvider: 88,
  useFrontendTool: 105,
  SystemMessageItem: 82.5,
  ScrollToEnd: 82.5,
};

/** The names that slow bundlers build. webpack takes seconds for each, and Rspack has the algorithms of webpack. */
const fewNames = ["useThread", "SystemMessageItem"];
const slowBundlers = ["webpack", "rspack"];

/**
 * Builds applications that import one name each. Fails when a first load is over its bound.
 *
 * @param {string} project
 * @returns {Promise<string[]>} The faults.
 */
export async function checkTreeShaking(project) {
  /** @type {string[]} */
  const faults = [];
  for (const [bundler, build] of Object.entries(bundlers)) {
    const names = slowBundlers.includes(bundler) ? fewNames : Object.keys(bounds);
    /** @type {string[]} */
    const figures = [];
    for (const name of names) {
      const output = await build({
        project,
        name: `${bundler}-${name}`,
        source: `import { ${name} } from "agui-kit"; globalThis.used = ${name};`,
        external: ["react", "react-dom", "@ag-ui/proto"],
      });
      const kilobytes = gzipBytes(firstLoad(output)) / 1000;
      const bound = bounds[name] ?? 0;
      figures.push(`${name} ${kilobytes.toFixed(1)} of ${bound}`);
      if (kilobytes > bound) {
        faults.push(`${bundler} loads ${kilobytes.toFixed(1)} kB for ${name}, at most ${bound}.`);
      }
    }
    console.log(`${bundler}, first load in kB: ${figures.join(", ")}`);
  }
  return faults;
}
