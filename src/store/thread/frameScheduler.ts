/** Publishing interval of a hidden tab, in milliseconds. */
const HIDDEN_INTERVAL_MS = 250;
/**
 * Publishing interval without `requestAnimationFrame`, on a server for instance, in milliseconds.
 */
const FRAME_MS = 16;

/** Decides when subscribers receive changes. */
export interface FrameScheduler {
  /** Publishes with the next frame. Several calls within a frame publish once. */
  schedule(): void;
  /** Publishes now. */
  flush(): void;
  /** Cancels a scheduled publication. */
  cancel(): void;
}

/**
 * Creates a scheduler that publishes at most once per frame, and at once on `flush()`.
 *
 * @param read - Returns the value to publish, with all buffered changes applied.
 * @param publish - Passes the value to the subscribers.
 */
export function createFrameScheduler<T>(
  read: () => T,
  publish: (value: T) => void,
): FrameScheduler {
  const hasFrames = typeof requestAnimationFrame === "function";
  let isDue = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True when a frame has run since the timer was set. */
  let hasFrame = false;

  const publishNow = () => {
    // `read()` may call `schedule()`; its changes are published now and need no further frame.
    isDue = true;
    let value: T;
    try {
      value = read();
    } finally {
      isDue = false;
    }
    publish(value);
  };
  const handleFrame = () => {
    hasFrame = true;
    publishNow();
  };
  // A hidden tab gets no frames, so a timer publishes for it. The timer is reused from frame to
  // frame: setting and clearing one per frame costs more than the rest of this function.
  const setTimer = () => {
    timer ??= setTimeout(handleTimer, hasFrames ? HIDDEN_INTERVAL_MS : FRAME_MS);
  };
  const handleTimer = () => {
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
