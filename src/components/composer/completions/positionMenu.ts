/** Distance between the menu and the edges around it, in CSS pixels. */
const MARGIN_PX = 8;

/** Smallest height for a menu above the form, in CSS pixels. */
const MIN_HEIGHT_PX = 120;

/**
 * Places the menu above its form, limited to the chat and the viewport, or below the form when there is more
 * room. The styles make the menu as wide as the form.
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

/** Scrolls only the menu itself as far as an option needs to be visible. */
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
