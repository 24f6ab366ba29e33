import type { useThread } from "../../hooks/providers/useThread.ts";

/** @internal What the composer opens an editor by; comes with the first message that can be edited. */
export const lastEditor: {
  /**
   * Opens the last message of the person, which may still wait, where it is shown beside a field; tells whether it
   * could be.
   */
  open?: (thread: ReturnType<typeof useThread>, field: Element) => boolean;
} = {};
