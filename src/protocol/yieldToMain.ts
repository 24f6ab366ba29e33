/** Resolves in a later task, so that the browser can paint and handle input in between. */
export function yieldToMain(): Promise<void> {
  return new Promise(queueTask);
}

/** Exists in Node and similar runtimes only, so the DOM types do not declare it. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/**
 * Uses a message like React's scheduler does: unlike a timer, it is not throttled in a background
 * tab.
 */
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
