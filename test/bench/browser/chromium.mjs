// @ts-check
import { chromium } from "playwright";
import { ensureChromium, quietFlags } from "../../run/chromium.mjs";
import { installRecorder } from "./recorder.mjs";

/** @typedef {import("./recorder.mjs").Recording} Recording */

/** Starts the browser of the benchmark, which goes nowhere but to this machine. */
export async function startBrowser() {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      ...quietFlags,
      // Else the size of the heap is rounded, and told only every few seconds.
      "--enable-precise-memory-info",
    ],
  });
}

/**
 * What the main thread of a page has done since it was opened, in milliseconds of processor time: what else
 * runs on the machine is not in it.
 *
 * @typedef {object} Spent
 * @property {number} task - All of it.
 * @property {number} script
 * @property {number} layout - Layout and styles.
 */

/**
 * A page of a subject, and what can be measured in it.
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
    /** The bytes of the heap that something still needs. */
    async heap() {
      await session.send("HeapProfiler.collectGarbage");
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    },
    /** Resolves when a few frames in a row have come in time. */
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
