import { paceOf } from "../../paceOf.ts";

/** `?pace=` of the page applies here as on the server. */
const pace = paceOf(new URLSearchParams(window.location.search).get("pace"));

/** Resolves after a visible pause; rejects when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(end, pace(ms));
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
