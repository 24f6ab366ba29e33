import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";

/** Time for which the pointer rests on a button before its tooltip opens. */
const DELAY_MS = 500;

/** Distance of a tooltip from its button and from the edges of the page, in CSS pixels. */
const MARGIN_PX = 6;

/** @internal Props of a button that has a tooltip, other than its content. */
export interface TooltipTrigger {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

/** Result of {@link useTooltip}: props for the button, the last child of the button, and a function that opens it. */
type TooltipParts = readonly [trigger: TooltipTrigger, tooltip: ReactNode, open: () => void];

/**
 * @internal Shows the name of a button, or more about a link, in a tooltip: under a resting mouse, and with the focus of
 * the keyboard. A press and Escape close it, and a text that the button shows in full gets none.
 *
 * Screen readers get nothing from it, because the button has the name already; a `title` would read it twice.
 *
 * @param className - Class of the tooltip beside `agk-tooltip`.
 */
export function useTooltip(content: ReactNode, className?: string): TooltipParts {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = () => setOpen(true);
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const trigger: TooltipTrigger = {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      clearTimeout(timer.current);
      if (pointerType === "touch" || isShownInFull(currentTarget, content)) return;
      timer.current = setTimeout(open, DELAY_MS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: ({ currentTarget }) => {
      const hasKeyboardFocus = currentTarget.matches(":focus-visible");
      if (hasKeyboardFocus && !isShownInFull(currentTarget, content)) open();
    },
    onBlur: close,
  };
  const tooltip = isOpen && (
    <Tooltip className={className} onClose={close}>
      {content}
    </Tooltip>
  );
  return [trigger, tooltip, open];
}

interface TooltipProps {
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows its children over the page, next to its parent. */
function Tooltip({ className, onClose, children }: TooltipProps): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  const close = useLatest(onClose);
  useIsomorphicLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return;
    // Over everything else, such as the edge of a scrolling list, where the browser can.
    if (element.showPopover) {
      element.popover = "manual";
      element.showPopover();
    }
    placeAt(element);
    const document = element.ownerDocument;
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close.current();
    };
    // A focus that scrolls its button into view must not close the tooltip.
    const handleScroll = () => placeAt(element);
    document.addEventListener("keydown", handleKey, true);
    document.addEventListener("scroll", handleScroll, true);
    return () => {
      document.removeEventListener("keydown", handleKey, true);
      document.removeEventListener("scroll", handleScroll, true);
    };
  }, [close]);
  return (
    // A press on the tooltip is not a press of the button.
    <span
      className={["agk-tooltip", className].filter(Boolean).join(" ")}
      aria-hidden="true"
      ref={box}
      onClick={ignorePress}
    >
      {children}
    </span>
  );
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** True when the tooltip is a text that the button shows, and all of it. */
function isShownInFull(button: HTMLElement, content: ReactNode): boolean {
  if (typeof content !== "string") return false;
  const isCut = [button, ...button.children].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  return !isCut && (button.textContent ?? "").includes(content);
}

/**
 * Places the tooltip above its parent, or below where the page has no room, with the middles aligned. In a row of a list
 * it is beside the row, where there is room, because it would hide other rows.
 */
function placeAt(tooltip: HTMLElement): void {
  const { parentElement, offsetWidth, offsetHeight, style, ownerDocument } = tooltip;
  if (!parentElement) return;
  const row = parentElement.closest(".agk-thread")?.getBoundingClientRect();
  const besides = row ? [row.right + MARGIN_PX, row.left - MARGIN_PX - offsetWidth] : [];
  const { clientWidth } = ownerDocument.documentElement;
  const beside = besides.find((x) => x >= MARGIN_PX && x + offsetWidth + MARGIN_PX <= clientWidth);
  if (row && beside !== undefined) {
    style.left = `${beside}px`;
    style.top = `${Math.max(MARGIN_PX, (row.top + row.bottom - offsetHeight) / 2)}px`;
    return;
  }
  const { top, bottom, left, width } = parentElement.getBoundingClientRect();
  const above = top - offsetHeight - MARGIN_PX;
  const middle = left + width / 2 - offsetWidth / 2;
  const last = clientWidth - offsetWidth - MARGIN_PX;
  style.top = `${above < MARGIN_PX ? bottom + MARGIN_PX : above}px`;
  style.left = `${Math.max(MARGIN_PX, Math.min(middle, last))}px`;
}
