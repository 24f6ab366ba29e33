// @ts-check
import { openPage } from "./chromium.mjs";
import { checkShown, markdownAnswer, tokensOf } from "./texts.mjs";

/** @typedef {import("./streamText.mjs").Place} Place */

/**
 * @typedef {object} Hidden
 * @property {number} framesHidden - How many frames the page was drawn in while it was out of sight.
 * @property {number} commitsHidden - How often React changed it then.
 * @property {number} commitsOnReturn - How often until it showed everything again.
 */

/**
 * Lets a subject hear a whole answer in a tab that is out of sight, and brings it back.
 *
 * @param {Place} place
 * @returns {Promise<Hidden>}
 */
export async function streamHidden({ browser, server, subject }) {
  const bench = await openPage(browser, `${server.url}/${subject.name}/`);
  const { page, session } = bench;
  try {
    const text = markdownAnswer("Hidden", 5_000);
    let begin = () => {};
    const { wire } = subject;
    const sent = new Promise((resolve) => {
      server.plan({
        wire,
        rate: 500,
        begin: new Promise((ready) => {
          begin = () => ready();
        }),
        frames: ({ request }) => wire.text({ tokens: tokensOf(text), id: "hidden", request }),
        onSent: resolve,
      });
    });
    await page.evaluate("recorder.start('LastHidden'); void bench.send('Please write')");
    await bench.idle();
    // What drives a browser makes each page believe that it has the focus.
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
    const other = await page.context().newPage();
    await other.bringToFront();
    await page.waitForFunction("document.visibilityState === 'hidden'", undefined, {
      polling: 100,
      timeout: 10_000,
    });
    const hidden = await page.evaluate("({ ...recorder.now() })");
    begin();
    await sent;
    // The stream ends after its last token, and whoever hears it may wait a little before they tell.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const heard = await page.evaluate("({ ...recorder.now() })");
    await page.bringToFront();
    await page.waitForFunction("recorder.isEndShown()", undefined, { polling: 100 });
    await bench.idle();
    const back = await page.evaluate("({ ...recorder.now() })");
    checkShown(await page.evaluate("document.body.textContent"), text, "Hidden");
    return {
      framesHidden: heard.frames - hidden.frames,
      commitsHidden: heard.commits - hidden.commits,
      commitsOnReturn: back.commits - heard.commits,
    };
  } catch (error) {
    throw new Error(`${subject.name}: ${error} ${bench.complaints.slice(0, 3).join(" | ")}`);
  } finally {
    server.clear();
    await bench.close();
  }
}
