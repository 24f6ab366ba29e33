import { type Geometry, placeOfQuestion, roomBelow } from "./geometry.ts";
import { createRowFinder, offsetOf, type ScrollAnchor } from "./scrollAnchor.ts";

/** @internal The empty room below a message that lets it stand at the top of the view. */
export interface Room {
  /**
   * Keeps it below this message from now on, which may be shown later.
   *
   * @param currentId - What its id is: servers give what they are sent ids of their own. Absent when it is gone.
   */
  keepBelow(currentId: () => string | undefined): void;
  /** The message it is kept below. */
  id(): string | undefined;
  /** Where the message is to stand, once it has been shown. */
  place(): ScrollAnchor | undefined;
  /** Makes it as high as it has to be. @returns what {@link place} returns. */
  update(measure: () => Geometry): ScrollAnchor | undefined;
  dispose(): void;
}

const none = (): string | undefined => undefined;

/** @internal Takes as little room as there can be: what an answer fills is given back as it grows. */
export function createBottomSpacer(
  viewport: HTMLElement,
  content: HTMLElement,
  spacer: HTMLElement | undefined,
): Room {
  const find = createRowFinder(content);
  let currentId = none;
  let id: string | undefined;
  let place: ScrollAnchor | undefined;
  const look = () => {
    const row = id === undefined ? null : find(id);
    if (row) return row;
    id = currentId();
    place = id === undefined ? undefined : place && { ...place, id };
    if (id !== undefined) return find(id);
    // It is gone for good, and not to be looked for any more.
    currentId = none;
    if (spacer) spacer.style.blockSize = "";
    return null;
  };
  return {
    keepBelow(sent) {
      currentId = sent;
      id = sent();
      place = undefined;
    },
    id: () => id,
    place: () => place,
    update(measure) {
      const row = spacer && look();
      if (!row || id === undefined) return place;
      const now = measure();
      place ??= { id, offset: placeOfQuestion(row.offsetHeight, now.viewport) };
      const top = now.top + offsetOf(viewport, row) - place.offset;
      spacer.style.blockSize = `${roomBelow(top, now)}px`;
      return place;
    },
    dispose() {
      if (spacer) spacer.style.blockSize = "";
    },
  };
}
