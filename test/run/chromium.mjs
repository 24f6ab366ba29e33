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

/** Keep Chromium inside of a container without a GPU, and off the network. */
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
 * The Chromium of this machine: `CHROMIUM_PATH`, then the search path, then the usual places, then
 * what Playwright has downloaded.
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
 * Where commands may be, the first folder first.
 *
 * @param {string[]} names
 */
function paths(...names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * The same engine without the window around it, in which a page opens in two thirds of the time. It has no
 * microphone and opens no file that is dropped; Debian has it as a package of its own. Who chooses a Chromium
 * wants that one everywhere.
 *
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return undefined;
  return paths(HEADLESS_SHELL).find((path) => existsSync(path));
}

/** Installs the headless shell where that can be done without asking. Without it, tests take longer. */
export function tryHeadlessShell() {
  if (process.env.CHROMIUM_PATH || findHeadlessShell() || !canInstallPackages()) return;
  try {
    installPackages([HEADLESS_SHELL]);
  } catch (error) {
    console.warn(`Chromium runs with its window, as there is no ${HEADLESS_SHELL}: ${error}`);
  }
}

/**
 * Finds Chromium, or installs it where that can be done without asking.
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

/** Ubuntu is not meant: its `chromium` package is an empty one that asks for snap. */
function isDebian() {
  return (
    existsSync("/etc/os-release") &&
    /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
