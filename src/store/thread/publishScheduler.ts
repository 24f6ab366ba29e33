/** Publishing interval of a hidden tab, in milliseconds. */
const HIDDEN_INTERVAL_MS = 250;
/**
 * Publishing interval without `requestAnimationFrame`, on a server for instance, in milliseconds.
 */
const FRAME_MS = 16;

/** Scheduler of the times at which subscribers receive changes. */
export interface PublishScheduler {
  /** Publishes with the next frame. Several calls within a frame publish once. */
  schedulePublish(): void;
  /** Publishes now. */
  publishNow(): void;
  /** Cancels a scheduled publication. */
  cancelPublish(): void;
}

/**
 * Creates a scheduler that publishes at most once per frame, and at once on `publishNow()`.
 *
 * @param read - Returns the value to publish, with all buffered changes applied.
 * @param publish - Passes the value to the subscribers.
 */
export function createPublishScheduler<T>(
  read: () => T,
  publish: (value: T) => void,
): PublishScheduler {
  const hasAnimationFrames = typeof requestAnimationFrame === "function";
  let isDue = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True when a frame has run since the timer was set. */
  let hasFrameRun = false;

  const publishValue = () => {
    // `read()` may call `schedulePublish()`; its changes are published now and need no further frame.
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
    hasFrameRun = true;
    publishValue();
  };
  // A hidden tab gets no frames, so a timer publishes for it. The timer is reused from frame to
  // frame: setting and clearing one per frame costs more than the rest of this function.
  const setTimer = () => {
    timer ??= setTimeout(handleTimer, hasAnimationFrames ? HIDDEN_INTERVAL_MS : FRAME_MS);
  };
  const handleTimer = () => {
    timer = undefined;
    if (!isDue) return;
    if (hasFrameRun) setTimer();
    else publishValue();
    hasFrameRun = false;
  };
  const cancelPublish = () => {
    if (hasAnimationFrames) cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
  };
  const publishNow = () => {
    cancelPublish();
    publishValue();
  };
  return {
    schedulePublish() {
      if (isDue) return;
      isDue = true;
      if (hasAnimationFrames) frame = requestAnimationFrame(handleFrame);
      setTimer();
    },
    publishNow,
    cancelPublish,
  };
}
