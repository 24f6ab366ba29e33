// @ts-check
import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { build } from "vite";
import { ensureChromium, quietFlags } from "../../run/chromium.mjs";
import { installFolder } from "../../run/install.mjs";
import { serveScenes } from "./agentServer.mjs";
import { captionOf, subjects } from "./captions.mjs";
import { scenes } from "./scenes.mjs";

/**
 * `npm run screenshots` takes the same scenes of agui-kit and of its peers, and puts them side by side, as
 * `screenshots/sheets/SCENE-THEME.png`. Arguments select scenes by name.
 */

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
await installFolder("test/bench");
// Tailwind is a dependency of the folder, so it can be loaded only after the installation.
const { default: tailwindcss } = await import("@tailwindcss/vite");

const fromHere = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

const FOLDER = "screenshots/sheets";
const THEMES = ["light", "dark"];
const WIDTH = 620;
const HEIGHT = 760;

/** Aliases to the sources of the kit, and to one React that all subjects share. */
const alias = [
  { find: /^agui-kit$/, replacement: fromHere("../../../src/index.ts") },
  { find: /^agui-kit\/styles\.css$/, replacement: fromHere("../../../src/styles/index.css") },
  { find: /^(react|react-dom)(?=\/|$)/, replacement: `${fromHere("../../../node_modules/")}$1` },
];

const chosen = process.argv.slice(2);
const names = Object.keys(scenes).filter((name) => chosen.length === 0 || chosen.includes(name));
if (names.length === 0) throw new Error(`Choose some of ${Object.keys(scenes).join(", ")}.`);

const folder = await mkdtemp(join(tmpdir(), "agui-kit-sheets-"));
try {
  for (const subject of Object.keys(subjects)) await buildPage(subject);
  await takeSheets();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} subject */
async function buildPage(subject) {
  await build({
    configFile: false,
    root: fromHere("pages"),
    base: `/${subject}/`,
    logLevel: "error",
    plugins: [tailwindcss()],
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { alias },
    build: {
      target: "esnext",
      outDir: join(folder, subject),
      emptyOutDir: true,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: {
        input: fromHere(`pages/${subject}.jsx`),
        output: {
          entryFileNames: "app.js",
          assetFileNames: ({ names: [name = ""] }) =>
            name.endsWith(".css") ? "app.css" : "[name]-[hash][extname]",
        },
      },
    },
  });
}

async function takeSheets() {
  mkdirSync(FOLDER, { recursive: true });
  const server = await serveScenes(folder);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: quietFlags });
  try {
    for (const name of names) {
      for (const theme of THEMES) {
        const pictures = [];
        for (const subject of Object.keys(subjects)) {
          pictures.push(await takePicture(browser, `${server.url}/${subject}/`, { name, theme }));
        }
        await composeSheet(browser, pictures, { name, theme });
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`${names.length * THEMES.length} sheets are in ${FOLDER}/.`);
}

/**
 * @typedef {object} Shot
 * @property {string} name - Name of the scene.
 * @property {string} theme
 *
 * @param {import("playwright").Browser} browser
 * @param {string} url
 * @param {Shot} shot
 */
async function takePicture(browser, url, { name, theme }) {
  const { sent, width = WIDTH, hasThreads, staysOpen } = scenes[name] ?? {};
  const page = await browser.newPage({
    viewport: { width, height: HEIGHT },
    colorScheme: theme === "dark" ? "dark" : "light",
    reducedMotion: "reduce",
  });
  try {
    await page.goto(`${url}?scene=${name}&theme=${theme}${hasThreads ? "&threads" : ""}`);
    await page.waitForFunction(() => Reflect.has(window, "sendMessage"));
    await page.getByRole("textbox").first().waitFor();
    if (sent) {
      const isAnswered = staysOpen
        ? undefined
        : page.waitForEvent("requestfinished", (request) => request.url().includes("/agent/"));
      await page.evaluate((text) => void Reflect.get(window, "sendMessage")(text), sent);
      await isAnswered;
      await page.getByText(sent).first().waitFor();
    }
    await page.evaluate(() => document.fonts.ready);
    await waitUntilStill(page);
    return await page.screenshot({ animations: "disabled", caret: "hide" });
  } finally {
    await page.close();
  }
}

/**
 * Waits until the page has not changed for a second, which includes code colors and smoothed text.
 *
 * @param {import("playwright").Page} page
 */
async function waitUntilStill(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const finish = () => {
          observer.disconnect();
          resolve(undefined);
        };
        let timer = setTimeout(finish, 1000);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(finish, 1000);
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        // A page that never stops changing is taken as it is.
        setTimeout(finish, 15_000);
      }),
  );
}

/**
 * @param {import("playwright").Browser} browser
 * @param {readonly Buffer[]} pictures
 * @param {Shot} shot
 */
async function composeSheet(browser, pictures, { name, theme }) {
  const figures = Object.keys(subjects).map(
    (subject, index) =>
      `<figure><figcaption>${captionOf(subject, name)}</figcaption><img src="data:image/png;base64,${pictures[index]?.toString("base64")}"></figure>`,
  );
  const page = await browser.newPage();
  try {
    await page.setContent(
      `<style>
        body { margin: 0; display: inline-flex; gap: 16px; padding: 16px; background: #999; font: 16px sans-serif }
        figure { margin: 0 } img { display: block } figcaption { padding-bottom: 8px }
      </style>${figures.join("")}`,
    );
    const sheet = page.locator("body");
    await writeFile(join(FOLDER, `${name}-${theme}.png`), await sheet.screenshot());
  } finally {
    await page.close();
  }
}
