// @ts-check
import { openPage } from "./chromium.mjs";
import { checkShown, markdownAnswer, tokensOf } from "./texts.mjs";

/**
 * Browser, server and subject of a measurement.
 *
 * @typedef {object} Workbench
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

/** Length of the warm-up answer, enough to load all lazy code and to have it compiled. */
const WARM_UP = 6_000;

/** Time limit for one answer. */
const PATIENCE_MS = 180_000;

/**
 * Lets a subject render an answer, after a short one that warms it up.
 *
 * @param {Workbench} workbench
 * @param {{ length: number; rate?: number; earlier?: number; isBegun?: boolean }} work - `rate` is
 *   in tokens per second. `isBegun` starts the clock after the conversation was sent and the run
 *   has started, so that only the answer is measured.
 * @returns {Promise<Streamed>}
 */
export async function streamText(
  { browser, server, subject },
  { length, rate = 0, earlier = 0, isBegun = false },
) {
  const bench = await openPage(browser, `${server.url}/${subject.name}/?earlier=${earlier}`);
  try {
    await sendAndMeasure(bench, server, { subject, mark: "WarmUp", length: WARM_UP, rate: 0 });
    await bench.idle();
    const heapBefore = await bench.heap();
    const start = await bench.spent();
    let before = start;
    const onStarted = async () => {
      await bench.idle();
      before = await bench.spent();
    };
    const answer = await sendAndMeasure(bench, server, {
      ...{ subject, mark: "Measured", length, rate },
      ...(isBegun && { onStarted }),
    });
    const after = await bench.spent();
    /** @type {import("./recorder.mjs").Recording} */
    const recording = await bench.page.evaluate("recorder.stop()");
    checkShown(await bench.page.evaluate("document.body.textContent"), answer.text, "Measured");
    return {
      ...recording,
      tokens: answer.tokens,
      task: after.task - before.task,
      startTask: before.task - start.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
      heapBefore,
      heapAfter: await bench.heap(),
      lastTokenMs: (recording.endShownAt ?? Number.NaN) - answer.sentAt,
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
 * @param {Workbench["server"]} server
 * @param {object} answer
 * @param {Workbench["subject"]} answer.subject
 * @param {string} answer.mark
 * @param {number} answer.length
 * @param {number} answer.rate
 * @param {() => Promise<void>} [answer.onStarted] - Awaited before the first token, after
 *   everything before it was sent.
 */
export async function sendAndMeasure({ page }, server, { subject, mark, length, rate, onStarted }) {
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
