// @ts-check
import { installRecorder } from "./recorder.mjs";

/**
 * Opens a tab that can be hidden. Playwright's own pages always report that they are visible, so
 * this tab is driven by browser protocol messages alone.
 *
 * @param {import("playwright").Browser} browser
 * @param {string} url
 */
export async function openTab(browser, url) {
  const session = await browser.newBrowserCDPSession();
  const { targetId } = await session.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId });
  /** @type {Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>} */
  const waiting = new Map();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const answer = JSON.parse(message);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  /** @type {(method: string, params?: object) => Promise<any>} */
  const send = async (method, params = {}) => {
    const id = ++lastId;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send("Target.sendMessageToTarget", { sessionId, message });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  /** @type {(expression: string) => Promise<any>} */
  const evaluate = async (expression) => {
    const answer = await send("Runtime.evaluate", { expression, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(answer.result.description);
    return answer.result.value;
  };
  await send("Page.enable");
  await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${installRecorder})()` });
  await send("Page.navigate", { url });
  /** @type {string | undefined} */
  let coveringTabId;
  return {
    evaluate,
    /** Resolves when an expression is true in the page. */
    async until(/** @type {string} */ expression) {
      for (let waited = 0; !(await evaluate(expression)); waited += 50) {
        if (waited > 20_000) throw new Error(`Timed out waiting for ${expression} in the tab.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    /** Hides the tab with another one. */
    async hide() {
      const other = await session.send("Target.createTarget", { url: "about:blank" });
      coveringTabId = other.targetId;
      await session.send("Target.activateTarget", other);
    },
    show: () => session.send("Target.activateTarget", { targetId }),
    async close() {
      if (coveringTabId) await session.send("Target.closeTarget", { targetId: coveringTabId });
      await session.send("Target.closeTarget", { targetId });
      await session.detach();
    },
  };
}
