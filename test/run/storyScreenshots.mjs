// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { preview } from "vite";
import { ensureChromium } from "./chromium.mjs";
import { run } from "./run.mjs";

/**
 * `npm run screenshots:stories` takes a screenshot of every story in each look, as
 * `screenshots/LOOK/STORY.png`. Arguments select the stories whose ids contain one of them: `npm
 * run screenshots:stories -- thread-list composer`.
 */

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const FOLDER = "screenshots";

const looks = [
  { name: "light", width: 1024, height: 768, globals: "theme:light;direction:ltr" },
  { name: "dark", width: 1024, height: 768, globals: "theme:dark;direction:ltr" },
  { name: "narrow", width: 390, height: 780, hasTouch: true, globals: "theme:light;direction:ltr" },
  {
    name: "narrow-dark",
    width: 390,
    height: 780,
    hasTouch: true,
    globals: "theme:dark;direction:ltr",
  },
  { name: "right-to-left", width: 1024, height: 768, globals: "theme:light;direction:rtl" },
];

const PAGES_AT_ONCE = 3;

const chosen = process.argv.slice(2);
const book = mkdtempSync(join(tmpdir(), "agui-kit-storybook-"));
try {
  run("npx", ["storybook", "build", "--quiet", "--output-dir", book]);
  await takeAll();
} finally {
  rmSync(book, { recursive: true, force: true });
}

async function takeAll() {
  const stories = storiesOf(book).filter(
    (id) => chosen.length === 0 || chosen.some((word) => id.includes(word.toLowerCase())),
  );
  if (stories.length === 0) throw new Error(`No story id contains ${chosen}.`);
  for (const { name } of looks) mkdirSync(join(FOLDER, name), { recursive: true });
  const server = await preview({
    configFile: false,
    logLevel: "error",
    build: { outDir: book },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream"],
  });
  try {
    const url = server.resolvedUrls?.local[0] ?? "";
    for (const look of looks) await takeLook(browser, url, { look, stories });
    console.log(`${stories.length * looks.length} pictures are in ${FOLDER}/.`);
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * @param {import("playwright").Browser} browser
 * @param {string} url
 * @param {{ look: (typeof looks)[number]; stories: readonly string[] }} shots
 */
async function takeLook(
  browser,
  url,
  { look: { name, width, height, hasTouch = false, globals }, stories },
) {
  // Shared by all shots, so that the code is cached after the first story.
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: "reduce",
    // Emulates a phone, whose buttons are larger.
    hasTouch,
    isMobile: hasTouch,
  });
  const rest = [...stories];
  const takeNext = async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      const path = join(FOLDER, name, `${id}.png`);
      await take(context, `${url}iframe.html?id=${id}&viewMode=story&globals=${globals}`, path);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, takeNext));
  await context.close();
}

/**
 * @param {import("playwright").BrowserContext} context
 * @param {string} url
 * @param {string} path
 */
async function take(context, url, path) {
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => {
      const { phase } = Reflect.get(window, "__STORYBOOK_PREVIEW__")?.currentRender ?? {};
      return ["finished", "errored", "aborted"].includes(phase);
    });
    if (await page.locator("body.sb-show-errordisplay").count()) {
      console.error(`${path}: ${await page.locator("#error-message").textContent()}`);
      process.exitCode = 1;
    }
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  } finally {
    await page.close();
  }
}

/**
 * Returns the ids of the stories of a built storybook.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function storiesOf(folder) {
  const { entries } = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  return Object.keys(entries).filter((id) => entries[id].type === "story");
}
