/** What is left free between the menu and what it must not reach, in pixels. */
const MARGIN_PX = 8;

/** Below this, in pixels, there is no room for a menu. */
const MIN_HEIGHT_PX = 120;

/**
 * Puts a menu above the form it stands in, no higher than the chat around that, and the page, have room for; below
 * it where there is more. It is as wide as the form, so that it leaves the chat on no side.
 */
export function positionMenu(menu: HTMLElement): void {
  const form = menu.closest("form")?.getBoundingClientRect();
  const chat = menu.closest(".agk-chat")?.getBoundingClientRect();
  if (!form) return;
  const above = form.top - Math.max(chat?.top ?? 0, 0);
  const below = Math.min(chat?.bottom ?? innerHeight, innerHeight) - form.bottom;
  const isBelow = above < MIN_HEIGHT_PX && below > above;
  menu.toggleAttribute("data-below", isBelow);
  menu.style.maxBlockSize = `min(18em, ${(isBelow ? below : above) - MARGIN_PX}px)`;
}

/** Scrolls a box, and nothing around it, as far as a line of it needs to be seen. */
export function scrollOptionIntoView(
  box: HTMLElement | null,
  option: Element | null | undefined,
): void {
  if (!box || !option) return;
  const outer = box.getBoundingClientRect();
  const inner = option.getBoundingClientRect();
  box.scrollTop += Math.min(0, inner.top - outer.top - MARGIN_PX);
  box.scrollTop += Math.max(0, inner.bottom - outer.bottom + MARGIN_PX);
}
