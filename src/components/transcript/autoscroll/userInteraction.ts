interface InteractionListeners {
  /** Called when an element in the content is clicked or focused. */
  readonly onInteract: () => void;
  /** Called when something in the content is expanded or collapsed. */
  readonly onToggle: () => void;
  /** Called when a mouse button is released. */
  readonly onRelease: () => void;
}

/** Elements that expand or collapse content when they are clicked. */
const TOGGLE_SELECTOR = "summary, [aria-expanded], [aria-pressed], .agk-more";

interface InteractionObserver {
  /** True while a mouse button is pressed in the content, for example to select text. */
  isPressing(): boolean;
  dispose(): void;
}

/** @internal Observes interactions of the user with the content other than scrolling. */
export function observeInteraction(
  content: HTMLElement,
  { onInteract, onToggle, onRelease }: InteractionListeners,
): InteractionObserver {
  let isPressing = false;
  const handleClick = ({ target }: Event) => {
    onInteract();
    if (target instanceof Element && target.closest(TOGGLE_SELECTOR)) onToggle();
  };
  const handlePress = ({ pointerType, button }: PointerEvent) => {
    // A touch may become a scroll, and other buttons open menus that close without an event.
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
  // On the window, because the release may happen anywhere.
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

/** Elements that use the End key themselves: text fields, menus, media, and widgets with a role. */
const KEY_OWNER_SELECTOR =
  "input:not([type=radio],[type=checkbox]),textarea,select,audio,video,[contenteditable],[role]";

/** @internal True when a key press in a transcript scrolls to its end. */
export function isScrollToEndKey(event: KeyboardEvent, viewport: Element): boolean {
  const { key, metaKey, altKey, shiftKey, target } = event;
  const isKey = key === "End" || (key === "ArrowDown" && metaKey);
  if (!isKey || altKey || shiftKey || !(target instanceof Element)) return false;
  if (target === viewport) return true;
  return !target.matches(KEY_OWNER_SELECTOR) && !isInBox(target, viewport);
}

/** True when the target is in a nested scroll container, which scrolls to its own end. */
function isInBox(target: Element, viewport: Element): boolean {
  for (let box: Element | null = target; box && box !== viewport; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight) return true;
  }
  return false;
}
