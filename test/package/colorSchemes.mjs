// @ts-check
import { createRequire } from "node:module";
import { chromium } from "playwright";
import webpack from "webpack";
import { ensureChromium, findHeadlessShell, quietFlags } from "../run/chromium.mjs";
import { buildWith, bundlers, toText } from "./bundlers.mjs";

/** Loads the packages of `test/consumer`. */
const load = createRequire(new URL("../consumer/package.json", import.meta.url));

/**
 * webpack with the packages that its guides use for styles; the others build them without packages.
 *
 * @type {import("./bundlers.mjs").Bundler}
 */
const buildWithCssLoader = (app) => {
  const MiniCssExtractPlugin = load("mini-css-extract-plugin");
  const CssMinimizerPlugin = load("css-minimizer-webpack-plugin");
  return buildWith(webpack, "css-loader", app, {
    experiments: { outputModule: true },
    module: {
      rules: [{ test: /\.css$/, use: [MiniCssExtractPlugin.loader, load.resolve("css-loader")] }],
    },
    plugins: [new MiniCssExtractPlugin()],
    optimization: { minimizer: ["...", new CssMinimizerPlugin({ parallel: false })] },
  });
};

const PAGE = `<body data-theme="light"><p class="agk-markdown"></p>
<div data-theme="dark"><p class="agk-markdown"></p></div>
<div data-theme="system"><p class="agk-markdown"></p></div>`;

/**
 * Builds the style sheet with every bundler, and renders it in Chromium. Fails when `data-theme` on an element
 * inside the page does not choose its colors.
 *
 * @param {string} project
 * @returns {Promise<string[]>} The faults.
 */
export async function checkColorSchemes(project) {
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? ensureChromium(),
    args: quietFlags,
  });
  try {
    const page = await browser.newPage({ colorScheme: "dark" });
    /** @type {string[]} */
    const faults = [];
    for (const [name, build] of Object.entries({ ...bundlers, "css-loader": buildWithCssLoader })) {
      const app = { project, name: `${name}-styles`, source: 'import "agui-kit/styles.css";' };
      const { files, warnings } = await build(app);
      faults.push(...warnings.map((warning) => `${name} warns: ${warning}`));
      const css = files.filter((file) => file.name.endsWith(".css")).map(toText);
      const [light, dark, system] = await schemesIn(page, css.join(""));
      const isRight =
        light?.scheme === "light" && dark?.scheme === "dark" && light.color !== dark.color;
      if (!isRight || system?.color !== dark.color) {
        faults.push(`data-theme does not choose the colors in a build with ${name}.`);
      }
      console.log(`${name} builds styles: text is ${light?.color}, or ${dark?.color} in the dark.`);
    }
    return faults;
  } finally {
    await browser.close();
  }
}

/**
 * Returns the scheme and the text color of a component in the light, the dark and the preferred scheme.
 *
 * @param {import("playwright").Page} page
 * @param {string} css
 */
async function schemesIn(page, css) {
  await page.setContent(PAGE);
  await page.addStyleTag({ content: css });
  return page.locator(".agk-markdown").evaluateAll((parts) =>
    parts.map((part) => {
      const { colorScheme, color } = getComputedStyle(part);
      return { scheme: colorScheme, color };
    }),
  );
}
