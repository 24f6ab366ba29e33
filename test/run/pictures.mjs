// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { ensureChromium, quietFlags } from "./chromium.mjs";

/**
 * `npm run pictures` renders the scenes of test/pictures and writes docs/images/SCENE-THEME.webp, the pictures of the
 * README. They look as committed with the fonts Inter and JetBrains Mono (Debian: `fonts-inter fonts-jetbrains-mono`).
 */

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const FOLDER = "docs/images";
const SCENES = ["empty", "answer", "approval"];
const THEMES = ["light", "dark"];
const SIZE = { width: 480, height: 740 };
const SHARPNESS = 2;
const MAX_BYTES = 60_000;

/** Written by the script: Vite scans the HTML files of the repository for dependencies. */
const PAGE = `<!doctype html>
<html lang="en">
  <link rel="icon" href="data:," />
  <link rel="stylesheet" href="/main.css" />
  <div id="root"></div>
  <script type="module" src="/main.js"></script>
</html>`;

const outDir = mkdtempSync(join(tmpdir(), "agui-kit-pictures-"));
try {
  await build({
    root: "test/pictures",
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^agui-kit$/, replacement: join(process.cwd(), "src/index.ts") },
        { find: /^agui-kit\/(core|testing)$/, replacement: join(process.cwd(), "src/$1.ts") },
        {
          find: /^agui-kit\/styles\.css$/,
          replacement: join(process.cwd(), "src/styles/index.css"),
        },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: { main: "test/pictures/main.tsx" },
        output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
  writeFileSync(join(outDir, "index.html"), PAGE);
  await takeAll();
} finally {
  rmSync(outDir, { recursive: true, force: true });
}

async function takeAll() {
  mkdirSync(FOLDER, { recursive: true });
  const server = await preview({
    configFile: false,
    logLevel: "error",
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: quietFlags });
  try {
    const page = await browser.newPage({
      viewport: SIZE,
      deviceScaleFactor: SHARPNESS,
      reducedMotion: "reduce",
    });
    for (const scene of SCENES) {
      for (const theme of THEMES) {
        await page.goto(`${server.resolvedUrls?.local[0]}?scene=${scene}&theme=${theme}`);
        const { webp, quality } = await encode(page, await takePicture(page));
        const path = join(FOLDER, `${scene}-${theme}.webp`);
        writeFileSync(path, webp);
        console.log(`${path}: ${(webp.length / 1000).toFixed(1)} kB, quality ${quality}`);
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * Returns a PNG of the page when the run has ended and all code has its colours.
 *
 * @param {import("playwright").Page} page
 */
async function takePicture(page) {
  await page.evaluate(() => Reflect.get(window, "isSettled"));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  });
  return page.screenshot({ animations: "disabled", caret: "hide", omitBackground: true });
}

/**
 * Encodes a PNG as WebP with the browser's encoder, in the best quality that fits.
 *
 * @param {import("playwright").Page} page
 * @param {Buffer} png
 */
async function encode(page, png) {
  const { base64, quality } = await page.evaluate(
    async ({ url, maxBytes }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      for (let quality = 95; quality > 0; quality -= 5) {
        const blob = await new Promise((/** @type {BlobCallback} */ resolve) =>
          canvas.toBlob(resolve, "image/webp", quality / 100),
        );
        if (!blob || blob.size > maxBytes) continue;
        const bytes = new Uint8Array(await blob.arrayBuffer());
        const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
        return { base64: btoa(text), quality };
      }
      throw new Error(`No quality makes the picture smaller than ${maxBytes} bytes.`);
    },
    { url: `data:image/png;base64,${png.toString("base64")}`, maxBytes: MAX_BYTES },
  );
  return { webp: Buffer.from(base64, "base64"), quality };
}
