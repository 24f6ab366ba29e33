import type { Range, RowsInRange } from "./renderWindow.ts";
import type { RowChunk } from "./rowChunks.ts";

/** The rows of a thread, and those that are drawn in the chunks they are drawn in. */
export interface RenderWindow extends RowsInRange {
  readonly chunks: readonly RowChunk[];
}

/** @internal Props of an end of what is drawn. */
export interface MorePlaceProps {
  readonly drawn: RenderWindow;
  readonly onDraw: (range: Range) => void;
  /** Whether it is behind what is drawn, and not in front of it. */
  readonly isBelow?: boolean;
}
