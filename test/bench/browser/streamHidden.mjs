// @ts-check
import { openTab } from "./tab.mjs";
import { checkShown, markdownAnswer, tokensOf } from "./texts.mjs";

/** @typedef {import("./streamText.mjs").Place} Place */

/**
 * @typedef {object} Hidden
 * @property {number} framesHidden - How many frames the page was drawn in while it was out of sight.
 * @property {number} commitsHidden - How often React changed it then.
 * @property {number} commitsOnReturn - How often until it had rested in sight.
 */

/** A page in the background may be slow to hear, and waits before it tells. */
const REST_MS = 1_500;

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/**
 * Lets a subject hear a whole answer in a tab that is out of sight, and brings it back.
 *
 * @param {Place} place
 * @returns {Promise<Hidden>}
 */
export async function streamHidden({ browser, server, subject }) {
  const tab = await openTab(browser, `${server.url}/${subject.name}/`);
  try {
    const text = markdownAnswer("Hidden", 5_000);
    let begin = () => {};
    const { wire } = subject;
    const sent = new Promise((resolve) => {
      server.plan({
        wire,
        rate: 500,
        begin: () =>
          new Promise((ready) => {
            begin = () => ready();
          }),
        frames: ({ request }) => wire.text({ tokens: tokensOf(text), id: "hidden", request }),
        onSent: resolve,
      });
    });
    await tab.until("'bench' in window");
    await tab.evaluate("recorder.start('LastHidden'); void bench.send('Please write')");
    await rest();
    await tab.hide();
    await tab.until("document.visibilityState === 'hidden'");
    await rest();
    const before = await tab.evaluate("recorder.now()");
    begin();
    await sent;
    await rest();
    const heard = await tab.evaluate("recorder.now()");
    await tab.show();
    await tab.until("recorder.isEndShown()");
    await rest();
    const back = await tab.evaluate("recorder.now()");
    checkShown(await tab.evaluate("document.body.textContent"), text, "Hidden");
    return {
      framesHidden: heard.frames - before.frames,
      commitsHidden: heard.commits - before.commits,
      commitsOnReturn: back.commits - heard.commits,
    };
  } catch (error) {
    throw new Error(`${subject.name}, out of sight: ${error}`);
  } finally {
    server.clear();
    await tab.close();
  }
}
