/** Where a scroll container stands, in CSS pixels. */
export interface Geometry {
  /** How far it is scrolled. */
  readonly top: number;
  /** The height one sees. */
  readonly viewport: number;
  /** The height of what there is. */
  readonly content: number;
  /** The height of the empty room that is kept below it. */
  readonly room: number;
}

/** Why the view stands where it stands. */
export type Mode =
  /** The end stays in view. */
  | "following"
  /** It did, until the person opened something. */
  | "opened"
  /** It did, until what is asked was shown from its beginning. */
  | "asked"
  /** A row stays where it is. */
  | "held"
  /** The person has gone somewhere. */
  | "free";

/** Nearer to the end than this, one reads the end: less than two lines of text. */
const NEAR_END_PX = 32;

/** Scroll positions are fractions on some screens; less than this is not a movement. */
const NOISE_PX = 1;

/** Whether two positions are as good as the same. */
export function isSamePosition(a: number, b: number): boolean {
  return Math.abs(a - b) < NOISE_PX;
}

/** How far the end is below what one sees, in CSS pixels. */
export function distanceToEnd({ top, viewport, content }: Geometry): number {
  return Math.max(0, content - viewport - top);
}

/** Whether a person at this place would say that they see the end. */
export function isNearEnd(geometry: Geometry): boolean {
  return distanceToEnd(geometry) <= NEAR_END_PX;
}

/** Whether it can be scrolled down no more. */
export function isAtEnd(geometry: Geometry): boolean {
  return distanceToEnd(geometry) + geometry.room < NOISE_PX;
}

/**
 * Why the view stands where it stands after a scroll event.
 *
 * Only the person's own upward movement ends following, and only arriving at the end begins it again.
 * Upward movements of the browser's own making do not count: when the content shrinks or the view
 * grows it has to move up by as much. Where room is kept below a question, there is nothing to follow
 * at the end of that: the question is held.
 */
export function modeAfterScroll(mode: Mode, before: Geometry, now: Geometry): Mode {
  const movedUp = before.top - now.top;
  if (mode === "held" && Math.abs(movedUp) < NOISE_PX) return mode;
  const isLowest = heightOf(now) - now.viewport - now.top < NOISE_PX;
  if (isLowest) return now.room < NOISE_PX ? "following" : "held";
  const shrunk = Math.max(0, heightOf(before) - heightOf(now));
  const opened = Math.max(0, now.viewport - before.viewport);
  if (movedUp > shrunk + opened + NOISE_PX) return "free";
  if (movedUp < 0 && now.room < NOISE_PX && isNearEnd(now)) return "following";
  return mode === "held" && movedUp < 0 ? "free" : mode;
}

/** How far below the upper edge what is asked begins, in CSS pixels. */
export const QUESTION_MARGIN = 8;

/** Where the person's message is to begin, seen from the upper edge: a tall one leaves half of the view free. */
export function questionOffset(height: number, viewport: number): number {
  return Math.min(QUESTION_MARGIN, viewport / 2 - height);
}

/**
 * How much room to keep below what there is, so that one can scroll as far as that.
 *
 * @param top - How far.
 */
export function spacerHeight(top: number, { viewport, content }: Geometry): number {
  return Math.max(0, top + viewport - content);
}

/**
 * How far to scroll to hold a row: where it was, unless the view has become lower, as for a keyboard, and
 * would lose the end that was in sight.
 *
 * @param top - What brings the row to where it was.
 */
export function heldScrollTop(top: number, before: Geometry, now: Geometry): number {
  const keepsEnd = now.viewport < before.viewport && isNearEnd(before);
  return keepsEnd ? Math.max(top, now.content - now.viewport) : top;
}

function heightOf({ content, room }: Geometry): number {
  return content + room;
}
