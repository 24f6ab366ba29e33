/** How often a hidden page publishes, in milliseconds. */
const HIDDEN_INTERVAL_MS = 250;
/** A frame where there are none, on a server for instance, in milliseconds. */
const FRAME_MS = 16;

/** Runs a callback in the next frame; returns the function that calls it off. */
function requestFrame(callback: () => void): () => void {
  const hasFrames = typeof requestAnimationFrame === "function";
  const frame = hasFrames ? requestAnimationFrame(callback) : 0;
  // A page that is hidden, or hides before the frame, gets none; its programs still want to know.
  const timer = setTimeout(callback, hasFrames ? HIDDEN_INTERVAL_MS : FRAME_MS);
  return () => {
    if (hasFrames) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Decides when subscribers hear of a change. */
export interface Publisher {
  /** Publishes with the next frame, once however often it is asked. */
  schedule(): void;
  /** Publishes now: something happened that a person or a program waits for. */
  flush(): void;
  /** Calls off what is scheduled. */
  cancel(): void;
}

/** Makes a publisher: at most one publication per frame, except at boundaries. */
export function createPublisher(publish: () => void): Publisher {
  let callOff: (() => void) | undefined;
  const cancel = () => {
    callOff?.();
    callOff = undefined;
  };
  const flush = () => {
    cancel();
    publish();
  };
  return {
    schedule() {
      callOff ??= requestFrame(flush);
    },
    flush,
    cancel,
  };
}
