// @ts-check

/**
 * An import of the kit that an application makes, with the most that its first load may weigh.
 *
 * @typedef {object} Budget
 * @property {string} name
 * @property {string} source Entry of the application.
 * @property {"script" | "style"} kind The files that count: scripts, or style sheets.
 * @property {number} kilobytes Gzipped, 1 kB = 1000 bytes.
 * @property {number} files
 */

/**
 * The budgets of the first load, the same for every bundler, a little above what is measured, so that growth is a
 * decision. docs/benchmarks.md has the goals, and what the code weighs.
 */
/** @type {readonly Budget[]} */
export const budgets = [
  {
    name: "{ createThread, httpAgent }",
    source: `import { createThread, httpAgent } from "agui-kit/core";
globalThis.thread = createThread({ agent: httpAgent({ url: "/agent" }) });`,
    kind: "script",
    kilobytes: 96,
    files: 4,
  },
  {
    name: "{ AgentProvider, Chat }",
    source: chatApp("Chat"),
    kind: "script",
    kilobytes: 225,
    files: 8,
  },
  {
    name: "{ AgentProvider, ChatPopup }, closed",
    source: chatApp("ChatPopup"),
    kind: "script",
    kilobytes: 108.5,
    files: 8,
  },
  {
    name: "styles.css",
    source: 'import "agui-kit/styles.css";',
    kind: "style",
    kilobytes: 14,
    files: 1,
  },
];

/** The most that the kit may load in the scripted conversation. */
export const conversationBudget = { kilobytes: 269, files: 14 };

/** Every language an application may add, with the same budget each. */
/** @type {readonly Budget[]} */
export const languageBudgets = ["de", "ja", "ar"].map((code) => ({
  name: `strings/${code}`,
  source: `import * as strings from "agui-kit/strings/${code}";
globalThis.strings = strings;`,
  kind: "script",
  kilobytes: 9.4,
  files: 1,
}));

/**
 * Returns the source of an application that renders one component of the kit.
 *
 * @param {"Chat" | "ChatPopup"} component
 */
export function chatApp(component) {
  return `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, ${component}, httpAgent } from "agui-kit";
const agent = httpAgent({ url: new URL("/agent", location.href).href });
const app = createElement(AgentProvider, { agent }, createElement(${component}));
createRoot(document.getElementById("root")).render(app);`;
}
