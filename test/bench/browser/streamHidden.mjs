// @ts-check
import { openTab } from "./tab.mjs";
import { checkShown, markdownAnswer, tokensOf } from "./texts.mjs";

/** @typedef {import("./streamText.mjs").Workbench} Workbench */

/**
 * @typedef {object} Hidden
 * @property {number} framesHidden - Number of frames that were rendered while the tab was hidden.
 * @property {number} commitsHidden - Number of React commits while the tab was hidden.
 * @property {number} commitsOnReturn - Number of React commits from the return of the tab until it
 *   was idle.
 */

/** Time for a hidden tab to receive and apply events, because browsers throttle it. */
const REST_MS = 1_500;

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/**
 * Lets a subject receive a whole answer in a hidden tab, and shows the tab again.
 *
 * @param {Workbench} workbench
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
    const received = await tab.evaluate("recorder.now()");
    await tab.show();
    await tab.until("recorder.isEndShown()");
    await rest();
    const back = await tab.evaluate("recorder.now()");
    checkShown(await tab.evaluate("document.body.textContent"), text, "Hidden");
    return {
      framesHidden: received.frames - before.frames,
      commitsHidden: received.commits - before.commits,
      commitsOnReturn: back.commits - received.commits,
    };
  } catch (error) {
    throw new Error(`${subject.name}, out of sight: ${error}`);
  } finally {
    server.clear();
    await tab.close();
  }
}
