interface Listeners {
  /** Something in it is clicked, or takes the focus. */
  readonly onTurn: () => void;
  /** Something in it is opened, or closed. */
  readonly onOpen: () => void;
  /** What was pressed is let go. */
  readonly onRelease: () => void;
}

/** What shows more or less of itself when it is clicked. */
const OPENERS = "summary, [aria-expanded], [aria-pressed]";

/** @internal */
export interface PersonWatch {
  /** Whether something is pressed with a mouse, or text is being selected. */
  isPressing(): boolean;
  dispose(): void;
}

/** @internal Hears of what a person does to the content besides scrolling it. */
export function observeUserScroll(
  content: HTMLElement,
  { onTurn, onOpen, onRelease }: Listeners,
): PersonWatch {
  let isPressing = false;
  const handleClick = ({ target }: Event) => {
    onTurn();
    if (target instanceof Element && target.closest(OPENERS)) onOpen();
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
  content.addEventListener("focusin", onTurn);
  content.addEventListener("pointerdown", handlePress);
  // Wherever that is.
  for (const type of releases) addEventListener(type, handleRelease, true);
  return {
    isPressing: () => isPressing,
    dispose() {
      content.removeEventListener("click", handleClick);
      content.removeEventListener("focusin", onTurn);
      content.removeEventListener("pointerdown", handlePress);
      for (const type of releases) removeEventListener(type, handleRelease, true);
    },
  };
}
