// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { chromium } from "playwright";
import { run } from "./run.mjs";

const commands = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const HEADLESS_SHELL = "chromium-headless-shell";

const places = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Flags that run Chromium in a container without a GPU, and offline. */
export const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns the path of Chromium: from `CHROMIUM_PATH`, the search path, the usual locations, or
 * Playwright's download.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, but there is no such file. Correct or unset it.`);
  }
  const candidates = [...paths(...commands), ...places, chromium.executablePath()];
  return candidates.find((path) => existsSync(path));
}

/**
 * Returns the possible paths of these commands, in the order of the folders.
 *
 * @param {string[]} names
 */
function paths(...names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Returns the path of the headless shell, in which a page opens in two thirds of the time. The
 * shell has no microphone and ignores dropped files; Debian has a separate package for it.
 * `CHROMIUM_PATH` replaces the shell as well.
 *
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined;
  return paths(HEADLESS_SHELL).find((path) => existsSync(path));
}

/** Installs the headless shell where no prompt is needed. Tests take longer without the shell. */
export function tryHeadlessShell() {
  if (process.env.CHROMIUM_PATH || findHeadlessShell() || !canInstallPackages()) return;
  try {
    installPackages([HEADLESS_SHELL]);
  } catch (error) {
    console.warn(`Chromium runs with its window, as there is no ${HEADLESS_SHELL}: ${error}`);
  }
}

/**
 * Returns the path of Chromium, and installs it where no prompt is needed.
 *
 * @returns {string} The path of its executable.
 */
export function ensureChromium() {
  const present = findChromium();
  if (present) return present;
  try {
    install();
  } catch (cause) {
    throw new Error(adviceWithoutChromium, { cause });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(adviceWithoutChromium);
}

const adviceWithoutChromium =
  "The browser tests need Chromium and it could not be installed: " +
  "install Chromium or Chrome, or set CHROMIUM_PATH to its executable, then run npm test again.";

function install() {
  if (canInstallPackages()) installPackages(["chromium"]);
  else run("npx", ["playwright", "install", "chromium"]);
}

/** @param {readonly string[]} names */
function installPackages(names) {
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "--no-install-recommends", ...names]);
}

function canInstallPackages() {
  return isDebian() && process.getuid?.() === 0;
}

/** Returns true on Debian. Ubuntu is excluded: its `chromium` package only installs a snap. */
function isDebian() {
  return (
    existsSync("/etc/os-release") &&
    /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
