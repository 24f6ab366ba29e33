import { type Geometry, sentMessageOffset, spacerHeight } from "./geometry.ts";
import { createRowFinder, offsetOf, type ScrollAnchor } from "./scrollAnchor.ts";

/** @internal Empty space below a message that lets the message scroll to the top of the view. */
export interface BottomSpacer {
  /**
   * Attaches the spacer to a message, which may be rendered later.
   *
   * @param currentId - Returns the id of the message, which servers may replace; `undefined` when the message
   * is gone.
   */
  attachTo(currentId: () => string | undefined): void;
  /** Id of the message. */
  messageId(): string | undefined;
  /** Position for the message, once it was rendered. */
  messageAnchor(): ScrollAnchor | undefined;
  /** Updates the height of the spacer. @returns the position for the message. */
  updateHeight(measure: () => Geometry): ScrollAnchor | undefined;
  dispose(): void;
}

const noId = (): string | undefined => undefined;

/** @internal Keeps the spacer as small as possible: it shrinks as the reply grows. */
export function createBottomSpacer(
  viewport: HTMLElement,
  content: HTMLElement,
  spacer: HTMLElement | undefined,
): BottomSpacer {
  const findRow = createRowFinder(content);
  let currentId = noId;
  let id: string | undefined;
  let anchor: ScrollAnchor | undefined;
  const findSentRow = () => {
    const row = id === undefined ? null : findRow(id);
    if (row) return row;
    id = currentId();
    anchor = id === undefined ? undefined : anchor && { ...anchor, id };
    if (id !== undefined) return findRow(id);
    // The message is gone for good, so the search ends.
    currentId = noId;
    if (spacer) spacer.style.blockSize = "";
    return null;
  };
  return {
    attachTo(sent) {
      currentId = sent;
      id = sent();
      anchor = undefined;
    },
    messageId: () => id,
    messageAnchor: () => anchor,
    updateHeight(measure) {
      const row = spacer && findSentRow();
      if (!row || id === undefined) return anchor;
      const now = measure();
      anchor ??= { id, offset: sentMessageOffset(row.offsetHeight, now.viewport) };
      const top = now.top + offsetOf(viewport, row) - anchor.offset;
      spacer.style.blockSize = `${spacerHeight(top, now)}px`;
      return anchor;
    },
    dispose() {
      if (spacer) spacer.style.blockSize = "";
    },
  };
}
