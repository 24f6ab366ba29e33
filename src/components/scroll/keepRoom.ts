import { type Geometry, placeOfQuestion, roomBelow } from "./geometry.ts";
import { findRow, offsetOf, type Place } from "./place.ts";

/** @internal The empty room below a message that lets it stand at the top of the view. */
export interface Room {
  /** Keeps it below this message from now on, which may be shown later. */
  keepBelow(id: string): void;
  /** The message it is kept below. */
  id(): string | undefined;
  /** Where the message is to stand, once it has been shown. */
  place(): Place | undefined;
  /** Makes it as high as it has to be. @returns what {@link place} returns. */
  update(measure: () => Geometry): Place | undefined;
  dispose(): void;
}

/** @internal Takes as little room as there can be: what an answer fills is given back as it grows. */
export function keepRoom(
  viewport: HTMLElement,
  content: HTMLElement,
  spacer: HTMLElement | undefined,
): Room {
  let id: string | undefined;
  let place: Place | undefined;
  return {
    keepBelow(sent) {
      id = sent;
      place = undefined;
    },
    id: () => id,
    place: () => place,
    update(measure) {
      const row = spacer && id !== undefined && findRow(content, id);
      if (!row) return place;
      const now = measure();
      place ??= {
        id: row.dataset.messageId ?? "",
        offset: placeOfQuestion(row.offsetHeight, now.viewport),
      };
      const top = now.top + offsetOf(viewport, row) - place.offset;
      spacer.style.blockSize = `${roomBelow(top, now)}px`;
      return place;
    },
    dispose() {
      if (spacer) spacer.style.blockSize = "";
    },
  };
}
