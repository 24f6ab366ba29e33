/** Tasks that a page may take: React renders in one, and may run effects in the next. */
const TASKS = 2;

/**
 * Waits until a page has shown what a tool or a person has just changed, so that the facts it tells
 * the agent in an effect of that go with the answer.
 */
export async function nextCommit(): Promise<void> {
  for (let task = 0; task < TASKS; task++) await new Promise<void>(queueTask);
}

/** Of Node and its like, and in no browser, so that the types of a page do not know it. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** As React's scheduler does; unlike a timer, a message is not slowed down in a hidden page. */
function queueTask(callback: () => void): void {
  if (setImmediate) {
    setImmediate(callback);
    return;
  }
  if (typeof MessageChannel === "undefined") {
    setTimeout(callback);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}
