// @ts-check
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { forEachAtOnce, waitForPhase, withBook } from "./withBook.mjs";

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
await withBook(async ({ url, browser, stories: all }) => {
  const stories = all.filter(
    (id) => chosen.length === 0 || chosen.some((word) => id.includes(word.toLowerCase())),
  );
  if (stories.length === 0) throw new Error(`No story id contains ${chosen}.`);
  for (const { name } of looks) mkdirSync(join(FOLDER, name), { recursive: true });
  for (const look of looks) await takeLook(browser, url, { look, stories });
  console.log(`${stories.length * looks.length} pictures are in ${FOLDER}/.`);
});

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
  await forEachAtOnce(stories, PAGES_AT_ONCE, async (id) => {
    const path = join(FOLDER, name, `${id}.png`);
    await take(context, `${url}iframe.html?id=${id}&viewMode=story&globals=${globals}`, path);
  });
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
    await waitForPhase(page);
    if (await page.locator("body.sb-show-errordisplay").count()) {
      console.error(`${path}: ${await page.locator("#error-message").textContent()}`);
      process.exitCode = 1;
    }
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  } finally {
    await page.close();
  }
}
