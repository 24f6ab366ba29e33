// @ts-check
import process from "node:process";
import { fileURLToPath } from "node:url";
import { forEachAtOnce, waitForPhase, withBook } from "./withBook.mjs";

/**
 * `npm run check:storybook` builds the storybook, and opens every story and every page by itself. The cache of the browser
 * is empty, as that of a reader who follows a link. Arguments select the ids that contain one of them: `npm run check:storybook --
 * media`.
 */

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

const PAGES_AT_ONCE = 2;

/** Time for a story and its `play` function, sufficient on a busy machine. */
const TIMEOUT = 120_000;

/** Events of Storybook that say that a story failed. */
const FAILURES = [
  "storyErrored",
  "storyMissing",
  "storyThrewException",
  "playFunctionThrewException",
  "unhandledErrorsWhilePlaying",
];

/** Beginning of a problem that a page has written to its console. */
const CONSOLE = "Console:";

/** Tag of a story whose component throws, which React writes to the console. */
const LOGS_ERRORS = "logs-errors";

const chosen = process.argv.slice(2);

await withBook(async ({ url, browser, stories, pages, tagsOf }) => {
  const ids = [...stories, ...pages].filter(
    (id) => chosen.length === 0 || chosen.some((word) => id.includes(word)),
  );
  if (ids.length === 0) throw new Error(`No id contains ${chosen}.`);
  const isPage = new Set(pages);
  let failed = 0;
  await forEachAtOnce(ids, PAGES_AT_ONCE, async (id) => {
    const address = `${url}iframe.html?id=${id}&viewMode=${isPage.has(id) ? "docs" : "story"}`;
    const all = await problemsOf(browser, address);
    const problems = tagsOf(id).includes(LOGS_ERRORS)
      ? all.filter((problem) => !problem.startsWith(CONSOLE))
      : all;
    if (problems.length === 0) return;
    failed += 1;
    console.error([id, ...problems].join("\n  "));
  });
  console.log(`${ids.length} stories and pages were opened, and ${failed} of them failed.`);
  if (failed > 0) process.exitCode = 1;
});

/**
 * Opens an address in a new browser profile, and returns the errors of the page, of its console and of Storybook.
 *
 * @param {import("playwright").Browser} browser
 * @param {string} address
 * @returns {Promise<readonly string[]>}
 */
async function problemsOf(browser, address) {
  /** @type {string[]} */
  const problems = [];
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.on("pageerror", ({ message }) => problems.push(`Uncaught error: ${message}`));
    page.on("console", (line) => {
      const { url } = line.location();
      if (line.type() === "error") problems.push(`${CONSOLE} ${line.text()} (${url})`);
    });
    await page.exposeFunction("reportFailure", (/** @type {string} */ failure) => {
      problems.push(failure);
    });
    await page.addInitScript(listenForFailures, FAILURES);
    await page.goto(address);
    if (address.endsWith("viewMode=docs")) {
      await page.locator("#storybook-docs h1").first().waitFor();
      await page.waitForLoadState("networkidle");
    } else {
      const phase = await waitForPhase(page);
      if (phase !== "finished") problems.push(`The story ended as ${phase}.`);
    }
    if (await page.locator("body.sb-show-errordisplay").count()) {
      problems.push(`Storybook: ${await page.locator("#error-message").textContent()}`);
    }
  } catch (error) {
    problems.push(String(error));
  } finally {
    await context.close();
  }
  return problems;
}

/**
 * Runs in the page before its scripts, and listens to Storybook's channel from its first moment.
 *
 * @param {readonly string[]} failures
 */
function listenForFailures(failures) {
  const NAME = "__STORYBOOK_ADDONS_CHANNEL__";
  /** @type {any} */
  let channel;
  Object.defineProperty(window, NAME, {
    configurable: true,
    get: () => channel,
    set(value) {
      channel = value;
      for (const failure of failures) {
        channel.on(failure, (/** @type {unknown} */ detail) => {
          const { message = JSON.stringify(detail) } = Object(detail);
          // The message of a failed query includes the markup of the page.
          const [summary] = String(message).split("\n", 1);
          Reflect.get(window, "reportFailure")(`${failure}: ${summary}`);
        });
      }
    },
  });
}
