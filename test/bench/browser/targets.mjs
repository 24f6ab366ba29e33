// @ts-check
import { target } from "../report.mjs";

/**
 * @typedef {import("./streamText.mjs").Streamed} Streamed
 * @typedef {import("./openStored.mjs").Opened} Opened
 * @typedef {import("./recorder.mjs").Recording} Recording
 *
 * @typedef {{ floor: Streamed | undefined; ours: Streamed | undefined }} BothStreamed
 * @typedef {{ floor: Opened | undefined; ours: Opened | undefined }} BothOpened
 */

/**
 * Commits for the question, the start of its run, its end and the end of the stream, which are not
 * delayed to a frame.
 */
const AT_ONCE = 4;

/**
 * Time of the floor for 25 KB at full speed on the machine where the targets in milliseconds were
 * set.
 */
export const FLOOR_WHEN_SET_MS = 194;

/**
 * Returns the rows of the kit's targets in a browser. A target that could not be measured is not
 * met.
 *
 * @param {object} results
 * @param {BothStreamed} results.fast
 * @param {BothStreamed} results.long
 * @param {BothStreamed} results.paced
 * @param {BothStreamed} results.alone
 * @param {BothStreamed} results.among1000
 * @param {BothStreamed} results.among10000
 * @param {BothOpened} results.openedFew
 * @param {BothOpened} results.opened1000
 * @param {BothOpened} results.opened10000
 * @param {Recording | undefined} results.closed
 * @param {Recording | undefined} results.open
 * @param {import("./streamHidden.mjs").Hidden | undefined} results.hidden
 */
export function targetsOf(results) {
  const { fast, long, paced, alone, closed, open, hidden } = results;
  const { openedFew, opened1000, opened10000 } = results;
  const task = (/** @type {Streamed | undefined} */ streamed) => streamed?.task ?? Number.NaN;
  const perToken = (/** @type {BothStreamed} */ { ours }) => task(ours) / (ours?.tokens ?? 0);
  const value = (/** @type {number | undefined} */ measured) => measured ?? Number.NaN;
  return [
    target("25 KB at full speed, against the floor", task(fast.ours) / task(fast.floor), 1.6),
    target("… longest task over 50", value(fast.ours?.longestTaskMs), 50, "ms"),
    target(
      `… commits per frame, without the ${AT_ONCE} of its begin and end`,
      (value(fast.ours?.commits) - AT_ONCE) / value(fast.ours?.frames),
      1,
    ),
    target("… heap at most", value(fast.ours?.peakHeap) / 1e6, 20, "MB"),
    target("25 KB at 200 tokens/s, against the floor", task(paced.ours) / task(paced.floor), 1),
    target("… slowest frame", value(paced.ours?.slowestFrameMs), 34, "ms"),
    target("… from the last byte to its paint", value(paced.ours?.lastTokenMs), 40, "ms"),
    target("100 KB against 25 KB", task(long.ours) / task(fast.ours), 5),
    target(
      "a token after 1,000 messages, against none",
      perToken(results.among1000) / perToken(alone),
      1.2,
    ),
    target("… after 10,000 messages", perToken(results.among10000) / perToken(alone), 1.2),
    target("1,000 stored messages, first paint", value(opened1000.ours?.firstPaintMs), 300, "ms"),
    target("… fully scrollable", value(opened1000.ours?.settledMs), 1_000, "ms"),
    target(
      "10,000 stored messages, first paint against that of 1,000",
      value(opened10000.ours?.firstPaintMs) / value(opened1000.ours?.firstPaintMs),
      1.5,
    ),
    target(
      "… heap beyond that of 10 messages, against their JSON",
      (value(opened10000.ours?.heap) - value(openedFew.ours?.heap)) / value(opened10000.ours?.json),
      2,
    ),
    target(
      "64 calls of tools, closed: longest task over 50",
      value(closed?.longestTaskMs),
      50,
      "ms",
    ),
    target("… with four open", value(open?.longestTaskMs), 50, "ms"),
    target("a hidden tab: frames", value(hidden?.framesHidden), 0, ""),
    target("… commits on return", value(hidden?.commitsOnReturn), 1, ""),
  ];
}
