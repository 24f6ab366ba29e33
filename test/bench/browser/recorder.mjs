// @ts-check

/**
 * Measurements of a page while it works, from {@link installRecorder}.
 *
 * @typedef {object} Recording
 * @property {number} commits - Number of React commits.
 * @property {number} longestTaskMs - Duration of the longest task over 50 ms, or 0 when there was
 *   none.
 * @property {number} longTasks - Number of tasks over 50 ms.
 * @property {number} slowestFrameMs - Longest time between two frames.
 * @property {number} slowFrames - Number of frames over 34 ms.
 * @property {number} frames
 * @property {number} peakHeap - Largest size of the heap, in bytes.
 * @property {number | undefined} endShownAt - Time when the end was painted, in ms since the epoch.
 */

/**
 * Runs in the page before its own scripts: counts commits through React's developer tools hook, and
 * measures frames and tasks from `start` to `stop`. The overhead is the same for every subject.
 */
export function installRecorder() {
  let commits = 0;
  Reflect.set(window, "__REACT_DEVTOOLS_GLOBAL_HOOK__", {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: () => commits++,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  });

  /** @type {number[]} */
  let tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: "longtask" });

  /** @type {number[]} */
  let frames = [];
  let peakHeap = 0;
  /** @type {number | undefined} */
  let endShownAt;
  let endMark = "";
  let isRunning = false;
  let firstCommits = 0;

  /**
   * Returns true when the end is among the last text nodes of the page. The search is cheap because
   * they are few.
   */
  const isEndShown = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let node = walker.lastChild();
    while (node && node.nodeType !== Node.TEXT_NODE) node = walker.lastChild();
    for (let looked = 0; node && looked < 120; looked++, node = walker.previousNode())
      if (node.nodeValue?.includes(endMark)) return true;
    return false;
  };

  // A message that is posted in a frame is received after the frame was painted.
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    if (endMark && endShownAt === undefined && isEndShown())
      endShownAt = performance.timeOrigin + performance.now();
  };
  const onFrame = (/** @type {number} */ at) => {
    frames.push(at);
    const { memory } = /** @type {{ memory?: { usedJSHeapSize: number } }} */ (
      /** @type {unknown} */ (performance)
    ); // Only Chromium has `performance.memory`.
    peakHeap = Math.max(peakHeap, memory?.usedJSHeapSize ?? 0);
    painted.port2.postMessage(undefined);
    if (isRunning) requestAnimationFrame(onFrame);
  };

  const recorder = {
    /** The last text of the expected answer. */
    start(end) {
      tasks = [];
      frames = [];
      peakHeap = 0;
      endShownAt = undefined;
      endMark = end;
      firstCommits = commits;
      if (!isRunning) requestAnimationFrame(onFrame);
      isRunning = true;
    },
    isEndShown: () => endShownAt !== undefined,
    /** Returns the counts so far. */
    now: () => ({ commits, frames: frames.length }),
    /** @returns {Recording} */
    stop() {
      isRunning = false;
      const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
      return {
        commits: commits - firstCommits,
        longestTaskMs: Math.max(0, ...tasks),
        longTasks: tasks.length,
        slowestFrameMs: gaps.reduce((most, gap) => Math.max(most, gap), 0),
        slowFrames: gaps.filter((gap) => gap > 34).length,
        frames: gaps.length,
        peakHeap,
        endShownAt,
      };
    },
  };
  Reflect.set(window, "recorder", recorder);
}
