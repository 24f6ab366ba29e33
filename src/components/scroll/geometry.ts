/** Where a scroll container stands, in CSS pixels. */
export interface Geometry {
  /** How far it is scrolled. */
  readonly top: number;
  /** The height one sees. */
  readonly viewport: number;
  /** The height there is. */
  readonly content: number;
}

/** Nearer to the end than this, one reads the end: less than two lines of text. */
const NEAR = 32;

/** Scroll positions are fractions on some screens; less than this is not a movement. */
const NOISE = 1;

/** How far the end is below what one sees, in CSS pixels. */
export function distanceToEnd({ top, viewport, content }: Geometry): number {
  return Math.max(0, content - viewport - top);
}

/** Whether a person at this place would say that they see the end. */
export function isNearEnd(geometry: Geometry): boolean {
  return distanceToEnd(geometry) <= NEAR;
}

/**
 * Whether the view goes on following the end after a scroll event.
 *
 * Only the person's own upward movement ends it, and only arriving at the end begins it again.
 * Upward movements of the browser's own making do not count: when the content shrinks or the view
 * grows it has to move up by as much.
 */
export function keepsFollowing(isFollowing: boolean, before: Geometry, now: Geometry): boolean {
  if (distanceToEnd(now) < NOISE) return true;
  const shrunk = Math.max(0, before.content - now.content);
  const opened = Math.max(0, now.viewport - before.viewport);
  const movedUp = before.top - now.top;
  if (movedUp > shrunk + opened + NOISE) return false;
  if (movedUp < 0 && isNearEnd(now)) return true;
  return isFollowing;
}
