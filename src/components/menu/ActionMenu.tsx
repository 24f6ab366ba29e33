import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";

/** Action of an {@link ActionMenu}. */
export interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  /** True for an action that cannot be undone. */
  readonly isDestructive?: boolean;
  readonly onSelect: () => void;
}

interface ActionMenuProps {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** Button that opens and closes the menu. */
  readonly button: RefObject<HTMLElement | null>;
  /** Called when the user presses Tab or Escape, clicks elsewhere, or scrolls the elements around. */
  readonly onClose: () => void;
}

/** Distance of the menu from the edges of the page, in CSS pixels. */
const MARGIN_PX = 8;

/** @internal Shows actions over the page, at their button. The first action takes the focus. */
export function ActionMenu({ id, label, actions, button, onClose }: ActionMenuProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  const close = useLatest(onClose);
  useIsomorphicLayoutEffect(() => {
    const { current: element } = menu;
    if (!element) return;
    // Over everything else, such as the edge of the scrolling list, where the browser can.
    if (element.showPopover) {
      element.popover = "manual";
      element.showPopover();
    }
    if (button.current) placeAt(element, button.current);
    element.querySelector("button")?.focus({ preventScroll: true });
    const document = element.ownerDocument;
    const handlePress = (event: Event) => {
      const path = event.composedPath();
      const isInside = [element, button.current].some((inner) => inner && path.includes(inner));
      if (!isInside) close.current();
    };
    document.addEventListener("pointerdown", handlePress, true);
    document.addEventListener("scroll", handlePress, true);
    return () => {
      document.removeEventListener("pointerdown", handlePress, true);
      document.removeEventListener("scroll", handlePress, true);
    };
  }, [button, close]);
  const handleKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab" || event.key === "Escape") {
      // Escape closes only the menu, and not what is around it. On Tab, the browser moves the focus on from the button.
      if (event.key === "Escape") event.stopPropagation();
      button.current?.focus();
      onClose();
      return;
    }
    const items = [...event.currentTarget.querySelectorAll("button")];
    const index = items.findIndex((item) => item.matches(":focus"));
    const targets = new Map([
      ["ArrowUp", index - 1],
      ["ArrowDown", index + 1],
      ["Home", 0],
      ["End", -1],
    ]);
    const to = targets.get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  };
  return (
    <div
      className="agk-menu"
      id={id}
      role="menu"
      aria-label={label}
      ref={menu}
      onKeyDown={handleKeys}
    >
      {actions.map(({ label, icon, isDestructive, onSelect }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          className="agk-menu-item"
          data-destructive={isDestructive || undefined}
          tabIndex={-1}
          onClick={onSelect}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

/**
 * Places the menu below its button, with their ends aligned. It is above where the page has no room, and in the queue,
 * where it would cover the button below that stops the run.
 */
function placeAt(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const { clientWidth, clientHeight } = menu.ownerDocument.documentElement;
  const prefersAbove =
    bottom + offsetHeight > clientHeight - MARGIN_PX || button.closest(".agk-queue") !== null;
  const isAbove = prefersAbove && top > offsetHeight;
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  const start = isRightToLeft ? left : right - offsetWidth;
  const last = clientWidth - offsetWidth - MARGIN_PX;
  menu.style.top = `${isAbove ? top - offsetHeight : bottom}px`;
  menu.style.left = `${Math.max(MARGIN_PX, Math.min(start, last))}px`;
}
