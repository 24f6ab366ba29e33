import { type Geometry, questionOffset, spacerHeight } from "./geometry.ts";
import { createRowFinder, offsetOf, type ScrollAnchor } from "./scrollAnchor.ts";

/** @internal The empty room below a message that lets it stand at the top of the view. */
export interface BottomSpacer {
  /**
   * Keeps it below this message from now on, which may be shown later.
   *
   * @param currentId - What its id is: servers give what they are sent ids of their own. Absent when it is gone.
   */
  attachTo(currentId: () => string | undefined): void;
  /** The message it is kept below. */
  id(): string | undefined;
  /** Where the message is to stand, once it has been shown. */
  anchor(): ScrollAnchor | undefined;
  /** Makes it as high as it has to be. @returns what {@link anchor} returns. */
  update(measure: () => Geometry): ScrollAnchor | undefined;
  dispose(): void;
}

const noId = (): string | undefined => undefined;

/** @internal Takes as little room as there can be: what an answer fills is given back as it grows. */
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
    // It is gone for good, and not to be looked for any more.
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
    id: () => id,
    anchor: () => anchor,
    update(measure) {
      const row = spacer && findSentRow();
      if (!row || id === undefined) return anchor;
      const now = measure();
      anchor ??= { id, offset: questionOffset(row.offsetHeight, now.viewport) };
      const top = now.top + offsetOf(viewport, row) - anchor.offset;
      spacer.style.blockSize = `${spacerHeight(top, now)}px`;
      return anchor;
    },
    dispose() {
      if (spacer) spacer.style.blockSize = "";
    },
  };
}
