interface VisibleArea {
  /** How far its upper edge is below that of the page's window, in CSS pixels. */
  readonly offsetTop: number;
  readonly height: number;
  /** How far it is zoomed in. */
  readonly scale: number;
}

/** Bars of a browser that come and go are lower than this, keyboards are higher. */
const KEYBOARD = 100;

/**
 * @internal How much of a chat is under an on-screen keyboard, in CSS pixels, where the browser makes the page no
 * lower for it.
 *
 * @param bottom - The lower edge of the chat.
 * @param windowHeight - The height of the page's window, keyboard or not.
 */
export function coveredByKeyboard(bottom: number, windowHeight: number, area: VisibleArea): number {
  const end = area.offsetTop + area.height;
  // Who has zoomed in sees less for another reason.
  const isOpen = area.scale === 1 && windowHeight - area.height > KEYBOARD;
  return isOpen ? Math.max(0, bottom - end) : 0;
}

const watched = new WeakSet<HTMLElement>();

/** @internal Keeps the end of a chat, where its composer is, above the keyboard from now on. */
export function aboveKeyboard(chat: HTMLElement): void {
  const area = globalThis.visualViewport;
  if (!area || watched.has(chat)) return;
  watched.add(chat);
  const update = () => {
    if (!chat.isConnected) {
      watched.delete(chat);
      for (const type of ["resize", "scroll"]) area.removeEventListener(type, update);
      return;
    }
    const { bottom } = chat.getBoundingClientRect();
    const covered = coveredByKeyboard(bottom, document.documentElement.clientHeight, area);
    chat.style.paddingBlockEnd = covered > 0 ? `${covered}px` : "";
  };
  for (const type of ["resize", "scroll"]) area.addEventListener(type, update);
  update();
}
