// @ts-check
import { openPage } from "./chromium.mjs";
import { toolCalls } from "./wires.mjs";

/** @typedef {import("./streamText.mjs").Workbench} Workbench */

/**
 * Streams the arguments of many tool calls at once while the cards of some of them are open. Only
 * agui-kit is measured, because each kit renders calls differently.
 *
 * @param {Workbench} workbench
 * @param {{ calls: number; deltas: number; open: number }} work
 * @returns {Promise<import("./recorder.mjs").Recording & import("./chromium.mjs").Spent>}
 */
export async function streamCalls({ browser, server, subject }, { calls, deltas, open }) {
  const bench = await openPage(browser, `${server.url}/${subject.name}/`);
  const { page } = bench;
  try {
    let begin = () => {};
    server.plan({
      wire: subject.wire,
      rate: 0,
      begin: () =>
        new Promise((resolve) => {
          begin = () => resolve();
        }),
      frames: ({ request }) => toolCalls({ calls, deltas, id: "calls", request }),
    });
    await page.evaluate("void bench.send('Please call')");
    if (open > 0) {
      await page.locator(".agk-tool-row > button").click();
      const cards = page.locator(".agk-tool-call");
      await cards.nth(0).waitFor();
      // A row shows its last calls at first.
      while ((await cards.count()) < calls) await page.locator(".agk-more").click();
      await cards.nth(calls - 1).waitFor();
      for (let at = 0; at < open; at++) await cards.nth(at).locator("summary").click();
    } else await page.locator(".agk-tool-row").waitFor();
    await bench.idle();
    const before = await bench.spent();
    await page.evaluate("recorder.start('LastCalls')");
    begin();
    await page.waitForFunction("recorder.isEndShown()", undefined, {
      polling: 100,
      timeout: 180_000,
    });
    const after = await bench.spent();
    /** @type {import("./recorder.mjs").Recording} */
    const recording = await page.evaluate("recorder.stop()");
    const cards = page.locator(".agk-tool-call[open]");
    // A card lists the first of many arguments; the source has all of them.
    for (const card of await cards.all()) await card.getByRole("button", { name: "JSON" }).click();
    const texts = await cards.locator(".agk-source").allTextContents();
    const last = `cell ${deltas - 4}`;
    if (texts.length !== open || !texts.every((text) => text.includes(last)))
      throw new Error(`${texts.length} of ${open} cards show their arguments.`);
    return {
      ...recording,
      task: after.task - before.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
    };
  } catch (error) {
    throw new Error(`${subject.name}: ${error} ${bench.complaints.slice(0, 3).join(" | ")}`);
  } finally {
    server.clear();
    await bench.close();
  }
}
