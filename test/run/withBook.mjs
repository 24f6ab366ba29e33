// @ts-check
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { preview } from "vite";
import { ensureChromium, quietFlags } from "./chromium.mjs";
import { run } from "./run.mjs";

/**
 * @typedef {object} Book The storybook as it is published.
 * @property {string} url Address of its local server, which ends with a slash.
 * @property {import("playwright").Browser} browser
 * @property {readonly string[]} stories Ids of the stories.
 * @property {readonly string[]} pages Ids of the pages with text.
 * @property {(id: string) => readonly string[]} tagsOf Returns the tags of a story or a page.
 */

/**
 * Builds the storybook, serves it, opens a browser, and removes all three when `use` ends.
 *
 * @param {(book: Book) => Promise<void>} use
 */
export async function withBook(use) {
  const folder = mkdtempSync(join(tmpdir(), "agui-kit-storybook-"));
  try {
    run("npx", ["storybook", "build", "--quiet", "--output-dir", folder]);
    const server = await preview({
      configFile: false,
      logLevel: "error",
      build: { outDir: folder },
      preview: { host: "127.0.0.1", port: 0 },
    });
    try {
      const browser = await chromium.launch({
        executablePath: ensureChromium(),
        args: [...quietFlags, "--use-fake-device-for-media-stream"],
      });
      try {
        const url = server.resolvedUrls?.local[0] ?? "";
        await use({ url, browser, ...idsOf(folder) });
      } finally {
        await browser.close();
      }
    } finally {
      await server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function idsOf(folder) {
  const { entries } = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  /** @param {string} type */
  const ofType = (type) => Object.keys(entries).filter((id) => entries[id].type === type);
  /** @param {string} id */
  const tagsOf = (id) => entries[id]?.tags ?? [];
  return { stories: ofType("story"), pages: ofType("docs"), tagsOf };
}

/**
 * Waits until a story has ended, and returns its phase: `finished`, `errored` or `aborted`.
 *
 * @param {import("playwright").Page} page
 * @returns {Promise<string>}
 */
export async function waitForPhase(page) {
  const phase = await page.waitForFunction(() => {
    const { phase } = Reflect.get(window, "__STORYBOOK_PREVIEW__")?.currentRender ?? {};
    return ["finished", "errored", "aborted"].includes(phase) && phase;
  });
  return String(await phase.jsonValue());
}

/**
 * Calls `work` for each id, for a few at the same time.
 *
 * @param {readonly string[]} ids
 * @param {number} atOnce
 * @param {(id: string) => Promise<void>} work
 */
export async function forEachAtOnce(ids, atOnce, work) {
  const rest = [...ids];
  const workOff = async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}
