interface VisibleArea {
  /** How far its upper edge is below that of the page's window, in CSS pixels. */
  readonly offsetTop: number;
  readonly height: number;
  /** How far it is zoomed in. */
  readonly scale: number;
}

/** Bars of a browser that come and go are lower than this, keyboards are higher. */
const MIN_KEYBOARD_PX = 100;

/** What a chat keeps free at its end: the styles make room of it, beside a padding that the application gives it. */
const OVERLAP_PROPERTY = "--agk-keyboard";

/**
 * @internal How much of a chat is under an on-screen keyboard, in CSS pixels, where the browser makes the page no
 * lower for it; `undefined` while one has zoomed in, and sees less for another reason.
 *
 * @param bottom - The lower edge of the chat.
 * @param windowHeight - The height of the page's window, keyboard or not.
 */
export function keyboardOverlap(
  bottom: number,
  windowHeight: number,
  { offsetTop, height, scale }: VisibleArea,
): number | undefined {
  // What is zoomed takes as much of the screen as before, whatever part of the page it is.
  if (windowHeight - height * scale <= MIN_KEYBOARD_PX) return 0;
  return Math.abs(scale - 1) < 0.01 ? Math.max(0, bottom - offsetTop - height) : undefined;
}

const stopByChat = new WeakMap<HTMLElement, () => void>();

/** @internal Keeps the end of a chat, where its composer is, above the keyboard. @returns What ends that. */
export function avoidVirtualKeyboard(chat: HTMLElement): () => void {
  const area = globalThis.visualViewport;
  const existing = stopByChat.get(chat);
  if (!area || existing) return existing ?? (() => {});
  const update = () => {
    const { bottom } = chat.getBoundingClientRect();
    const covered = keyboardOverlap(bottom, document.documentElement.clientHeight, area);
    // Nothing moves under the fingers that zoom.
    if (covered !== undefined)
      chat.style.setProperty(OVERLAP_PROPERTY, covered > 0 ? `${covered}px` : null);
  };
  let wasShown: boolean | undefined;
  // It may be hidden and shown again while the keyboard stays. How high it is else, the room may have made it.
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
