/**
 * Resolves after a delay in milliseconds.
 *
 * @throws the reason of the signal when it aborts
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      // A poll waits thousands of times on one signal: listeners must not pile up.
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

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
