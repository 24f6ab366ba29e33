// @ts-check

/**
 * What is noted in a page while it works, from {@link installRecorder}.
 *
 * @typedef {object} Recording
 * @property {number} commits - How often React has changed the page.
 * @property {number} longestTaskMs - Of those over 50 ms; 0 when there were none.
 * @property {number} longTasks - How many were over 50 ms.
 * @property {number} slowestFrameMs - The longest time from one frame to the next.
 * @property {number} slowFrames - How many took over 34 ms.
 * @property {number} frames
 * @property {number} peakHeap - In bytes.
 * @property {number | undefined} endShownAt - When the end had been painted, in ms since the epoch.
 */

/**
 * Runs in the page, before anything of it is loaded: counts commits through the hook that React has for its
 * developer tools, and measures frames and tasks from `start` to `stop`. It costs every subject the same.
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

  /** Whether the end is among the last texts of the page, which are few: looking costs next to nothing. */
  const isEndShown = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let node = walker.lastChild();
    while (node && node.nodeType !== Node.TEXT_NODE) node = walker.lastChild();
    for (let looked = 0; node && looked < 120; looked++, node = walker.previousNode())
      if (node.nodeValue?.includes(endMark)) return true;
    return false;
  };

  // A message that is posted in a frame comes when the frame has been painted.
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    if (endMark && endShownAt === undefined && isEndShown())
      endShownAt = performance.timeOrigin + performance.now();
  };
  const onFrame = (/** @type {number} */ at) => {
    frames.push(at);
    const { memory } = /** @type {{ memory?: { usedJSHeapSize: number } }} */ (
      /** @type {unknown} */ (performance)
    ); // Only Chromium has it.
    peakHeap = Math.max(peakHeap, memory?.usedJSHeapSize ?? 0);
    painted.port2.postMessage(undefined);
    if (isRunning) requestAnimationFrame(onFrame);
  };

  const recorder = {
    /** @param {string} end - The last words of what is awaited. */
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
    /** How many there have been so far. */
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
