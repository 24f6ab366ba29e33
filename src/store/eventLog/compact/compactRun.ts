import type { Event } from "../../../protocol/events.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { fullTextOf } from "../deltaEvents.ts";
import { readAction } from "../logEntries.ts";
import { mergeDeltas } from "../mergeDeltas.ts";
import { compactStateEvents } from "./compactState.ts";

/** The end of a run whose entries are compacted. */
export interface CompactedRunEnd {
  /**
   * True when the run was received completely. Else a server may replay the run from its start, and only separate state
   * events can be recognized then.
   */
  readonly isComplete: boolean;
  /** Snapshot after the run; merged texts share its strings. */
  readonly after: Snapshot | undefined;
}

/**
 * Compacts the entries of a run: merges the deltas of each text, and the state events of a complete run.
 *
 * Only the last stream cursor of a run counts, and none after its end. The server sends the events after the cursor again from
 * there, so they stay after it as they are.
 *
 * @param stateBefore - Shared state before the run.
 * @param end - The end of the run; undefined while the run continues.
 */
export function compactRun(
  entries: readonly Event[],
  stateBefore: Snapshot["state"],
  end?: CompactedRunEnd,
): readonly Event[] {
  const cursor = end ? -1 : entries.findLastIndex(isCursor);
  const count = cursor < 0 ? entries.length : cursor;
  const after = end?.after;
  const merged = mergeDeltas(
    entries.slice(0, count).filter((entry) => !isCursor(entry)),
    after && { textOf: (event) => fullTextOf(after, event) },
  );
  return [
    ...(end?.isComplete ? compactStateEvents(merged, stateBefore) : merged),
    ...entries.slice(count),
  ];
}

function isCursor(entry: Event): boolean {
  return readAction(entry)?.name === "cursor";
}
