import type { FocusEvent, KeyboardEvent, RefObject } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";

interface ToolbarHandlers {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Matches the buttons of a toolbar. */
const BUTTON = "button[data-action]";

/**
 * @internal Makes the buttons of an element one stop of the Tab key: the one that last had the focus, or the first.
 * Arrow keys, Home and End move between them. The buttons have `data-action`, and no `tabIndex` of their own.
 *
 * @param isActive - False while the element shows something else than its buttons.
 * @param peers - Selector of toolbars in the same list, between which ArrowUp and ArrowDown move.
 */
export function useToolbar(
  bar: RefObject<HTMLElement | null>,
  isActive = true,
  peers?: { readonly list: string; readonly toolbar: string },
): ToolbarHandlers | undefined {
  // After each render, as buttons come and go.
  useIsomorphicLayoutEffect(() => {
    if (bar.current && isActive) setTabStop(bar.current);
  });
  if (!isActive) return undefined;
  return {
    onFocus: ({ currentTarget, target }) => setTabStop(currentTarget, target),
    onKeyDown: (event) => {
      // Combinations with a modifier belong to the browser, such as Alt+Left for Back.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const target = targetOf(event) ?? (peers && peerTargetOf(event, peers));
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
  };
}

function buttonsIn(bar: Element): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(BUTTON)];
}

function setTabStop(bar: Element, target?: Element): void {
  const buttons = buttonsIn(bar);
  const stop =
    buttons.find((button) => button === target) ??
    buttons.find(({ tabIndex }) => tabIndex === 0) ??
    buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** Returns the button of the same toolbar to which a key moves the focus. */
function targetOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const buttons = buttonsIn(currentTarget);
  const current = buttons.findIndex((button) => button.matches(":focus"));
  // The keys of an open menu are its own.
  if (current < 0) return undefined;
  const step = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  const indexes = new Map([
    ["ArrowLeft", current - step],
    ["ArrowRight", current + step],
    ["Home", 0],
    ["End", -1],
  ]);
  const index = indexes.get(key);
  return index === undefined ? undefined : buttons.at(index % buttons.length);
}

/** Returns the Tab stop of the toolbar above or below. */
function peerTargetOf(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  { list, toolbar }: { readonly list: string; readonly toolbar: string },
): HTMLElement | undefined {
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const bars = [...(currentTarget.closest(list)?.querySelectorAll(toolbar) ?? [])];
  const next = bars[bars.indexOf(currentTarget) + (key === "ArrowUp" ? -1 : 1)];
  return next && buttonsIn(next).find(({ tabIndex }) => tabIndex === 0);
}
