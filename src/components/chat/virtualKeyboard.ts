interface VisibleArea {
  /** Distance from the top of the layout viewport, in CSS pixels. */
  readonly offsetTop: number;
  readonly height: number;
  /** Pinch-zoom factor. */
  readonly scale: number;
}

/** Browser toolbars that appear and disappear are lower than this; keyboards are higher. */
const MIN_KEYBOARD_PX = 100;

/** Custom property with the height to keep free at the end of the chat. The styles add it to the padding. */
const OVERLAP_PROPERTY = "--agk-keyboard";

/**
 * @internal Returns the part of a chat below an on-screen keyboard, in CSS pixels. Returns `undefined` while
 * the user has pinch-zoomed, because the visible area is then smaller for another reason.
 *
 * @param bottom - Bottom edge of the chat in the layout viewport.
 * @param windowHeight - Height of the layout viewport, with or without a keyboard.
 */
export function keyboardOverlap(
  bottom: number,
  windowHeight: number,
  { offsetTop, height, scale }: VisibleArea,
): number | undefined {
  // A zoomed page takes as much of the screen as before, so the difference is the keyboard.
  if (windowHeight - height * scale <= MIN_KEYBOARD_PX) return 0;
  return Math.abs(scale - 1) < 0.01 ? Math.max(0, bottom - offsetTop - height) : undefined;
}

const stopByChat = new WeakMap<HTMLElement, () => void>();

/**
 * @internal Keeps the composer at the end of a chat above the on-screen keyboard. Returns a function that
 * stops this.
 */
export function avoidVirtualKeyboard(chat: HTMLElement): () => void {
  const area = globalThis.visualViewport;
  const existing = stopByChat.get(chat);
  if (!area || existing) return existing ?? (() => {});
  const update = () => {
    const { bottom } = chat.getBoundingClientRect();
    const covered = keyboardOverlap(bottom, document.documentElement.clientHeight, area);
    // Moving the composer during a pinch would shift the content under the fingers.
    if (covered !== undefined)
      chat.style.setProperty(OVERLAP_PROPERTY, covered > 0 ? `${covered}px` : null);
  };
  let wasShown: boolean | undefined;
  // The chat may be hidden and shown again while the keyboard stays open. Other size changes are ignored,
  // because the reserved space causes some of them.
  const observer =
    globalThis.ResizeObserver &&
    new ResizeObserver(() => {
      const isShown = chat.clientHeight > 0;
      if (isShown !== wasShown) update();
      wasShown = isShown;
    });
  const stop = () => {
    stopByChat.delete(chat);
    chat.style.removeProperty(OVERLAP_PROPERTY);
    observer?.disconnect();
    for (const type of ["resize", "scroll"]) area.removeEventListener(type, update);
  };
  stopByChat.set(chat, stop);
  observer?.observe(chat);
  for (const type of ["resize", "scroll"]) area.addEventListener(type, update);
  update();
  return stop;
}
