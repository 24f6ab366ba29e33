// @ts-check
import { chromium } from "playwright";
import { ensureChromium, quietFlags } from "../../run/chromium.mjs";
import { installRecorder } from "./recorder.mjs";

/** @typedef {import("./recorder.mjs").Recording} Recording */

/** Starts the browser of the benchmark, which reaches this machine only. */
export async function startBrowser() {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      ...quietFlags,
      // Without this flag, Chromium rounds the size of the heap and updates it only every few
      // seconds.
      "--enable-precise-memory-info",
    ],
  });
}

/**
 * Processor time in milliseconds that the main thread of a page has used since it opened. Other
 * load on the machine is not included.
 *
 * @typedef {object} Spent
 * @property {number} task - Total.
 * @property {number} script
 * @property {number} layout - Layout and styles.
 */

/**
 * Opens a page of a subject and returns it with its measurements.
 *
 * @param {import("playwright").Browser} browser
 * @param {string} url
 */
export async function openPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.addInitScript(installRecorder);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(url);
  await page.waitForFunction(() => "bench" in window);
  return {
    page,
    session,
    complaints,
    /** @returns {Promise<Spent>} */
    async spent() {
      const { metrics } = await session.send("Performance.getMetrics");
      const ms = (/** @type {string} */ name) =>
        1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
      return {
        task: ms("TaskDuration"),
        script: ms("ScriptDuration"),
        layout: ms("LayoutDuration") + ms("RecalcStyleDuration"),
      };
    },
    /** Returns the size of the heap in bytes, without garbage. */
    async heap() {
      await session.send("HeapProfiler.collectGarbage");
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    },
    /** Resolves when several consecutive frames were on time. */
    idle: () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            let inTime = 0;
            let before = performance.now();
            const look = () => {
              const now = performance.now();
              inTime = now - before < 25 ? inTime + 1 : 0;
              before = now;
              if (inTime < 15) requestAnimationFrame(look);
              else resolve(undefined);
            };
            requestAnimationFrame(look);
          }),
      ),
    close: () => context.close(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openPage>>} BenchPage */
