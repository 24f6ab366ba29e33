import { type BottomSpacer, createBottomSpacer } from "./bottomSpacer.ts";
import type { Geometry } from "./geometry.ts";
import { createAnchorReader, createRowFinder, type ScrollAnchor } from "./scrollAnchor.ts";

/** @internal Elements of a scroll container and the functions that measure them. */
export interface ScrollView {
  readonly viewport: HTMLElement;
  readonly content: HTMLElement;
  /** Empty space below the content. */
  readonly spacer: BottomSpacer;
  measure(): Geometry;
  /** Returns the row of a message. */
  findRow(id: string): HTMLElement | null;
  /** Returns the first visible row. */
  readAnchor(): ScrollAnchor | undefined;
}

/** @internal Creates the view of a scroll container; `MessageList` renders its children. */
export function createScrollView(viewport: HTMLElement): ScrollView {
  // `MessageList` renders HTML elements only.
  const [content, spacerElement] = viewport.children as HTMLCollectionOf<HTMLElement>;
  if (!content) throw new TypeError("The scroll container has no content element to follow.");
  return {
    viewport,
    content,
    spacer: createBottomSpacer(viewport, content, spacerElement),
    measure() {
      const { scrollTop: top, clientHeight, scrollHeight } = viewport;
      const room = spacerElement?.offsetHeight ?? 0;
      return { top, viewport: clientHeight, content: scrollHeight - room, room };
    },
    findRow: createRowFinder(content),
    readAnchor: createAnchorReader(viewport),
  };
}
