// @ts-check
import { openPage } from "./chromium.mjs";
import { checkShown, markdownAnswer, tokensOf } from "./texts.mjs";

/**
 * What is needed to let a subject do something.
 *
 * @typedef {object} Place
 * @property {import("playwright").Browser} browser
 * @property {Awaited<ReturnType<typeof import("./server.mjs").serve>>} server
 * @property {import("./subjects.mjs").Subject} subject
 *
 * @typedef {import("./recorder.mjs").Recording & import("./chromium.mjs").Spent & {
 *   tokens: number;
 *   startTask: number;
 *   heapBefore: number;
 *   heapAfter: number;
 *   lastTokenMs: number;
 * }} Streamed
 */

/** Long enough that everything that is loaded late is there, and has run often enough to be compiled. */
const WARM_UP = 6_000;

/** How long one answer may take before it is given up. */
const PATIENCE_MS = 180_000;

/**
 * Lets a subject show an answer, after a short one that warms it up.
 *
 * @param {Place} place
 * @param {{ length: number; rate?: number; earlier?: number; isBegun?: boolean }} work - `rate` in tokens per second.
 *   `isBegun` has the clock begin when the conversation has been sent and the run has started, so that it tells of the
 *   answer alone.
 * @returns {Promise<Streamed>}
 */
export async function streamText(
  { browser, server, subject },
  { length, rate = 0, earlier = 0, isBegun = false },
) {
  const bench = await openPage(browser, `${server.url}/${subject.name}/?earlier=${earlier}`);
  try {
    await say(bench, server, { subject, mark: "WarmUp", length: WARM_UP, rate: 0 });
    await bench.idle();
    const heapBefore = await bench.heap();
    const asked = await bench.spent();
    let before = asked;
    const onStarted = async () => {
      await bench.idle();
      before = await bench.spent();
    };
    const said = await say(bench, server, {
      ...{ subject, mark: "Measured", length, rate },
      ...(isBegun && { onStarted }),
    });
    const after = await bench.spent();
    /** @type {import("./recorder.mjs").Recording} */
    const recording = await bench.page.evaluate("recorder.stop()");
    checkShown(await bench.page.evaluate("document.body.textContent"), said.text, "Measured");
    return {
      ...recording,
      tokens: said.tokens,
      task: after.task - before.task,
      startTask: before.task - asked.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
      heapBefore,
      heapAfter: await bench.heap(),
      lastTokenMs: (recording.endShownAt ?? Number.NaN) - said.sentAt,
    };
  } catch (error) {
    throw new Error(`${subject.name}: ${error} ${bench.complaints.slice(0, 3).join(" | ")}`);
  } finally {
    server.clear();
    await bench.close();
  }
}

/**
 * @param {import("./chromium.mjs").BenchPage} bench
 * @param {Place["server"]} server
 * @param {object} answer
 * @param {Place["subject"]} answer.subject
 * @param {string} answer.mark
 * @param {number} answer.length
 * @param {number} answer.rate
 * @param {() => Promise<void>} [answer.onStarted] - What the first token waits for, once all before it has been sent.
 */
export async function say({ page }, server, { subject, mark, length, rate, onStarted }) {
  const text = markdownAnswer(mark, length);
  const tokens = tokensOf(text);
  const { wire } = subject;
  const sent = new Promise((resolve) => {
    server.plan({
      wire,
      rate,
      frames: ({ request }) => wire.text({ tokens, id: mark, request }),
      onSent: resolve,
      ...(onStarted && { begin: onStarted }),
    });
  });
  await page.evaluate(`recorder.start("Last${mark}"); void bench.send("Please write")`);
  await page.waitForFunction("recorder.isEndShown()", undefined, {
    polling: 100,
    timeout: PATIENCE_MS,
  });
  return { text, tokens: tokens.length, sentAt: await sent };
}
