interface Listeners {
  /** Something in it is clicked, or takes the focus. */
  readonly onInteract: () => void;
  /** Something in it is opened, or closed. */
  readonly onToggle: () => void;
  /** What was pressed is let go. */
  readonly onRelease: () => void;
}

/** What shows more or less of itself when it is clicked. */
const TOGGLE_SELECTOR = "summary, [aria-expanded], [aria-pressed]";

/** @internal */
export interface UserScrollObserver {
  /** Whether something is pressed with a mouse, or text is being selected. */
  isPressing(): boolean;
  dispose(): void;
}

/** @internal Hears of what a person does to the content besides scrolling it. */
export function observeUserScroll(
  content: HTMLElement,
  { onInteract, onToggle, onRelease }: Listeners,
): UserScrollObserver {
  let isPressing = false;
  const handleClick = ({ target }: Event) => {
    onInteract();
    if (target instanceof Element && target.closest(TOGGLE_SELECTOR)) onToggle();
  };
  const handlePress = ({ pointerType, button }: PointerEvent) => {
    // A finger scrolls with the same press, and of a menu that opens one may not hear how it is closed.
    isPressing = pointerType !== "touch" && button === 0;
  };
  const handleRelease = () => {
    if (!isPressing) return;
    isPressing = false;
    onRelease();
  };
  const releases = ["pointerup", "pointercancel", "blur"];
  content.addEventListener("click", handleClick);
  content.addEventListener("focusin", onInteract);
  content.addEventListener("pointerdown", handlePress);
  // Wherever that is.
  for (const type of releases) addEventListener(type, handleRelease, true);
  return {
    isPressing: () => isPressing,
    dispose() {
      content.removeEventListener("click", handleClick);
      content.removeEventListener("focusin", onInteract);
      content.removeEventListener("pointerdown", handlePress);
      for (const type of releases) removeEventListener(type, handleRelease, true);
    },
  };
}

/** What has a use of its own for the key: what one writes or chooses in, plays, or has been given a part to play. */
const KEY_OWNER_SELECTOR =
  "input:not([type=radio],[type=checkbox]),textarea,select,audio,video,[contenteditable],[role]";

/** @internal Whether a key that is pressed in a transcript leads to its end. */
export function isScrollToEndKey(event: KeyboardEvent, viewport: Element): boolean {
  const { key, metaKey, altKey, shiftKey, target } = event;
  const isKey = key === "End" || (key === "ArrowDown" && metaKey);
  if (!isKey || altKey || shiftKey || !(target instanceof Element)) return false;
  if (target === viewport) return true;
  return !target.matches(KEY_OWNER_SELECTOR) && !isInBox(target, viewport);
}

/** Whether it is in a box that scrolls by itself, which goes to its own end. */
function isInBox(target: Element, viewport: Element): boolean {
  for (let box: Element | null = target; box && box !== viewport; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight) return true;
  }
  return false;
}
