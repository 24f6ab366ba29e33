// @ts-check
import { openPage } from "../browser/chromium.mjs";

/** @typedef {{ browser: import("playwright").Browser; url: string }} Workbench */

/** Keys of which each measurement is the mean. */
const KEYS = 20;

const LINE = "a line that is as long as most lines of a text are ".repeat(2);

/** Texts of 100 KB. */
export const texts = {
  lines: `${LINE}\n`.repeat(971),
  "one paragraph": LINE.repeat(980),
  "one word": "iVBORw0KGg".repeat(10_000),
};

/**
 * Types at the end of a text of 100 KB, and returns the main-thread ms for a key.
 *
 * @param {Workbench} workbench
 * @param {"plain" | "composer" | "edited"} field
 * @param {string} text
 * @returns {Promise<number>}
 */
export async function typeKeys({ browser, url }, field, text) {
  const bench = await openPage(browser, `${url}/fields/?field=${field}`);
  const { page } = bench;
  try {
    if (field === "edited") await page.getByRole("button", { name: "Edit message" }).click();
    const name = field === "edited" ? "Edit message" : field === "composer" ? "Message" : undefined;
    const textbox = page.getByRole("textbox", { ...(name && { name, exact: true }) });
    await textbox.fill(text);
    await textbox.focus();
    await page.keyboard.press("Control+End");
    await typeAndPaint(page, 5);
    await bench.idle();
    const before = await bench.spent();
    await typeAndPaint(page, KEYS);
    const after = await bench.spent();
    const { length } = await textbox.inputValue();
    if (length !== text.length + 5 + KEYS) throw new Error(`${field} has ${length} characters.`);
    return (after.task - before.task) / KEYS;
  } finally {
    await bench.close();
  }
}

/**
 * Presses a key again when the frame with the last one was painted.
 *
 * @param {import("playwright").Page} page
 * @param {number} count
 */
async function typeAndPaint(page, count) {
  for (let pressed = 0; pressed < count; pressed++) {
    await page.keyboard.press("x");
    await page.evaluate(nextPaint);
  }
}

/**
 * Renders a form, and returns the main-thread ms until it was painted.
 *
 * @param {Workbench} workbench
 * @param {object} schema
 * @returns {Promise<number>}
 */
export async function showForm({ browser, url }, schema) {
  const bench = await openPage(browser, `${url}/fields/`);
  const { page } = bench;
  try {
    // Loads the code of forms, and compiles it.
    const properties = { first: { type: "string", title: "First" } };
    await page.evaluate(renderForm, JSON.stringify({ title: "first", type: "object", properties }));
    const first = page.getByRole("textbox", { name: "First" });
    await first.waitFor();
    await bench.idle();
    const text = JSON.stringify({ title: "second", ...schema });
    const before = await bench.spent();
    await page.evaluate(renderForm, text);
    await page.evaluate(nextPaint);
    const after = await bench.spent();
    await page.getByRole("button", { name: "Submit" }).waitFor();
    await first.waitFor({ state: "detached" });
    return after.task - before.task;
  } finally {
    await bench.close();
  }
}

/**
 * Runs in the page.
 *
 * @param {string} schema JSON, which may be deeper than the protocol of the browser allows.
 */
function renderForm(schema) {
  Reflect.get(window, "bench").show(JSON.parse(schema));
}

/** Runs in the page: resolves when the next frame has been painted. */
function nextPaint() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(undefined);
    requestAnimationFrame(() => port2.postMessage(undefined));
  });
}
