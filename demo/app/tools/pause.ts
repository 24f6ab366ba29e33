/** `?pace=fast` of the page leaves pauses out, here as on the server. */
const isFast = new URLSearchParams(window.location.search).get("pace") === "fast";

/** Resolves after a while, so that one can watch; rejects as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(end, isFast ? 0 : ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
