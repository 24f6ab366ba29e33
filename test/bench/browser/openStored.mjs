// @ts-check
import { openPage } from "./chromium.mjs";

/** @typedef {import("./streamText.mjs").Workbench} Workbench */

/**
 * @typedef {object} Opened
 * @property {number} firstPaintMs - Time until the last message was painted.
 * @property {number} settledMs - Time until every frame of the page was on time, nothing more was
 *   rendered, and the oldest message was reachable.
 * @property {number} mounted - Number of messages in the document.
 * @property {number} heap - Growth of the heap in bytes, including the code that renders the
 *   conversation.
 * @property {number} json - Length of the conversation as JSON.
 * @property {number} topMs - Time from the jump to the top until the first message was painted.
 */

/**
 * Lets a subject open a stored conversation.
 *
 * @param {Workbench} workbench
 * @param {number} count - Number of messages in the conversation.
 * @returns {Promise<Opened>}
 */
export async function openStored({ browser, server, subject }, count) {
  const bench = await openPage(browser, `${server.url}/${subject.name}/?stored=${count}`);
  const { page } = bench;
  try {
    await bench.idle();
    const heapBefore = await bench.heap();
    const opened = await page.evaluate(openInPage, count);
    const heapAfter = await bench.heap();
    const { top, mounted } = await page.evaluate(scrollInPage);
    const json = await page.evaluate(
      async (path) => (await (await fetch(path)).text()).length,
      `/earlier/${count}`,
    );
    return { ...opened, mounted, topMs: top, heap: heapAfter - heapBefore, json };
  } catch (error) {
    throw new Error(`${subject.name}: ${error} ${bench.complaints.slice(0, 3).join(" | ")}`);
  } finally {
    await bench.close();
  }
}

/**
 * Runs in the page.
 *
 * @param {number} count
 */
async function openInPage(count) {
  /** Resolves when the next frame has been painted. */
  const painted = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(undefined);
      requestAnimationFrame(() => port2.postMessage(undefined));
    });
  const last = `Answer ${count - 1}:`;
  const isShown = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let node = walker.lastChild();
    while (node && node.nodeType !== Node.TEXT_NODE) node = walker.lastChild();
    for (let looked = 0; node && looked < 120; looked++, node = walker.previousNode())
      if (node.nodeValue?.includes(last)) return true;
    return false;
  };
  const start = performance.now();
  void Reflect.get(window, "bench").open();
  do await painted();
  while (!isShown());
  const firstPaintMs = performance.now() - start;
  // The page is settled at the first of twenty consecutive frames that were on time and added no
  // element.
  const elements = document.getElementsByTagName("*");
  let settledAt = performance.now();
  let { length } = elements;
  for (let quiet = 0; quiet < 20; ) {
    const before = performance.now();
    await painted();
    const now = performance.now();
    quiet = now - before < 34 && elements.length === length ? quiet + 1 : 0;
    ({ length } = elements);
    if (quiet === 0) settledAt = now;
  }
  return { firstPaintMs, settledMs: settledAt - start };
}

/** Runs in the page: scrolls to the top and counts the mounted messages. */
async function scrollInPage() {
  const scroller = [...document.querySelectorAll("*")].find(
    (element) =>
      element.scrollHeight > element.clientHeight + 100 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  if (!scroller) throw new Error("Nothing scrolls.");
  const start = performance.now();
  scroller.scrollTop = 0;
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    requestAnimationFrame(() => port2.postMessage(undefined));
  });
  const top = performance.now() - start;
  const text = document.body.textContent ?? "";
  const shown = new Set(text.match(/(Question|Answer) \d+:/g));
  return { top, mounted: shown.size };
}
