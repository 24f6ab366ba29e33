/** Waits for the next task, so that what waits for a turn has it first: a page to paint, a person to be heard. */
export function yieldToMain(): Promise<void> {
  return new Promise(queueTask);
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
