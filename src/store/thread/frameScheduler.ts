/** How often a hidden page publishes, in milliseconds. */
const HIDDEN_INTERVAL_MS = 250;
/** A frame where there are none, on a server for instance, in milliseconds. */
const FRAME_MS = 16;

/** Decides when subscribers hear of a change. */
export interface FrameScheduler {
  /** Publishes with the next frame, once however often it is asked. */
  schedule(): void;
  /** Publishes now: something happened that a person or a program waits for. */
  flush(): void;
  /** Calls off what is scheduled. */
  cancel(): void;
}

/**
 * Makes a publisher: at most one publication per frame, except at boundaries.
 *
 * @param read - Brings what is to be published up to date.
 * @param publish - Tells the subscribers.
 */
export function createFrameScheduler<T>(
  read: () => T,
  publish: (looked: T) => void,
): FrameScheduler {
  const hasFrames = typeof requestAnimationFrame === "function";
  let isDue = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a frame has come since the timer was set. */
  let hasFrame = false;

  const publishNow = () => {
    // What arrives by looking is in it, and is not due with another frame.
    isDue = true;
    let looked: T;
    try {
      looked = read();
    } finally {
      isDue = false;
    }
    publish(looked);
  };
  const handleFrame = () => {
    hasFrame = true;
    publishNow();
  };
  // A page that is hidden, or hides before the frame, gets none; its programs still want to know. The timer runs on
  // from frame to frame: to set one and call it off with each takes longer than all else that is done here.
  const setTimer = () => {
    timer ??= setTimeout(ring, hasFrames ? HIDDEN_INTERVAL_MS : FRAME_MS);
  };
  const ring = () => {
    timer = undefined;
    if (!isDue) return;
    if (hasFrame) setTimer();
    else flush();
    hasFrame = false;
  };
  const cancel = () => {
    if (hasFrames) cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
  };
  const flush = () => {
    cancel();
    publishNow();
  };
  return {
    schedule() {
      if (isDue) return;
      isDue = true;
      if (hasFrames) frame = requestAnimationFrame(handleFrame);
      setTimer();
    },
    flush,
    cancel,
  };
}
