/** Measures of a scroll container, in CSS pixels. */
export interface Geometry {
  /** Scroll position. */
  readonly top: number;
  /** Height of the visible area. */
  readonly viewport: number;
  /** Height of the content. */
  readonly content: number;
  /** Height of the empty space below the content. */
  readonly room: number;
}

/** Reason for the current scroll position. */
export type Mode =
  /** The end stays in view. */
  | "following"
  /** The end was followed until the user expanded something. */
  | "expanded"
  /** The end was followed until a card that waits for the user was shown from its beginning. */
  | "atOpenCard"
  /** A row stays in place. */
  | "anchored"
  /** The user scrolled away from the end; nothing is followed or kept in place. */
  | "free";

/** Distance from the end, in CSS pixels, up to which the user reads the end: less than two lines of text. */
const NEAR_END_PX = 32;

/** Scroll positions are fractional on some screens; smaller changes are not movement. */
const NOISE_PX = 1;

/** True when two scroll positions are equal except for rounding. */
export function isSamePosition(a: number, b: number): boolean {
  return Math.abs(a - b) < NOISE_PX;
}

/** Returns the distance of the end below the visible area, in CSS pixels. */
export function distanceToEnd({ top, viewport, content }: Geometry): number {
  return Math.max(0, content - viewport - top);
}

/** True when the end is visible or nearly so. */
export function isNearEnd(geometry: Geometry): boolean {
  return distanceToEnd(geometry) <= NEAR_END_PX;
}

/** True when the container cannot scroll further down. */
export function isAtEnd(geometry: Geometry): boolean {
  return distanceToEnd(geometry) + geometry.room < NOISE_PX;
}

/**
 * Returns the mode after a scroll event.
 *
 * Only an upward scroll by the user ends following, and only reaching the end starts it again. Upward
 * movements by the browser do not count: shrinking content or a growing view moves the position up by the
 * same amount.
 */
export function modeAfterScroll(mode: Mode, before: Geometry, now: Geometry): Mode {
  const movedUp = before.top - now.top;
  if (mode === "anchored" && Math.abs(movedUp) < NOISE_PX) return mode;
  const isLowest = heightOf(now) - now.viewport - now.top < NOISE_PX;
  // At the end of a spacer below a sent message, the message stays in place.
  if (isLowest) return now.room < NOISE_PX ? "following" : "anchored";
  const shrunk = Math.max(0, heightOf(before) - heightOf(now));
  const opened = Math.max(0, now.viewport - before.viewport);
  if (movedUp > shrunk + opened + NOISE_PX) return "free";
  if (movedUp < 0 && now.room < NOISE_PX && isNearEnd(now)) return "following";
  return mode === "anchored" && movedUp < 0 ? "free" : mode;
}

/** Returns the mode after the content or the view has changed its size. */
export function modeAfterLayout(mode: Mode, before: Geometry, now: Geometry): Mode {
  // The content may shrink before the scroll event of a jump fires.
  if (mode === "following") return modeAfterScroll(mode, before, now) === "free" ? "free" : mode;
  const isOpened = mode === "expanded" || mode === "atOpenCard";
  // The details were collapsed again, as opposed to not expanded yet.
  return isOpened && !isAtEnd(before) && isAtEnd(now) ? "following" : mode;
}

/** Distance of a sent message or an open card from the top of the view, in CSS pixels. */
export const TOP_MARGIN = 24;

/** Returns the offset of a sent message from the top of the view. A tall message leaves half of the view free. */
export function sentMessageOffset(height: number, viewport: number): number {
  return Math.min(TOP_MARGIN, viewport / 2 - height);
}

/**
 * Returns the height of the spacer that makes a scroll position reachable.
 *
 * @param top - Scroll position.
 */
export function spacerHeight(top: number, { viewport, content }: Geometry): number {
  return Math.max(0, top + viewport - content);
}

/**
 * Returns the scroll position that keeps a row in place. When the view became lower, for example by a
 * keyboard, a visible end stays visible instead.
 *
 * @param top - Scroll position that keeps the row in place.
 */
export function anchoredScrollTop(top: number, before: Geometry, now: Geometry): number {
  const keepsEnd = now.viewport < before.viewport && isNearEnd(before);
  return keepsEnd ? Math.max(top, now.content - now.viewport) : top;
}

function heightOf({ content, room }: Geometry): number {
  return content + room;
}
