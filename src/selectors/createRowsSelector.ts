import type { Snapshot } from "../reducer/snapshot.ts";
import { changedIndices } from "./changedIndices.ts";
import { type Ancestry, ancestryOf } from "./subagentAncestry.ts";
import { selectRows, streamingIds, type TranscriptRow } from "./transcriptRows.ts";

/**
 * Makes a selector of the transcript's lines that remembers what it selected last, for one list.
 *
 * While text streams, a snapshot differs from the one before in one message that is an id to the
 * list. This finds that out by comparing references, which takes microseconds where building
 * thousands of lines anew would take the time of a frame.
 *
 * @param of - The sub-agent whose lines they are; the agent itself when absent.
 */
export function createRowsSelector(of?: string): (snapshot: Snapshot) => readonly TranscriptRow[] {
  let last: Selected | undefined;
  return (snapshot) => {
    const family = ancestryOf(snapshot);
    if (!last || last.family !== family || !hasSameRows(last.snapshot, snapshot)) {
      last = { snapshot, family, rows: selectRows(snapshot, last?.rows, of) };
    }
    return last.rows;
  };
}

interface Selected {
  readonly snapshot: Snapshot;
  readonly family: Ancestry;
  readonly rows: readonly TranscriptRow[];
}

/** Whether all calls are as they were, beside those in messages that show themselves. */
function isSameBeside(
  growing: ReadonlySet<string>,
  before: Snapshot["toolCalls"],
  now: Snapshot["toolCalls"],
): boolean {
  if (before === now) return true;
  const ids = Object.keys(now);
  return (
    ids.length === Object.keys(before).length &&
    ids.every((id) => now[id] === before[id] || growing.has(now[id]?.messageId ?? ""))
  );
}

function hasSameRows(before: Snapshot, now: Snapshot): boolean {
  if (before === now) return true;
  if (
    before.run !== now.run ||
    before.timings !== now.timings ||
    before.interrupts !== now.interrupts ||
    before.answeredInterrupts !== now.answeredInterrupts
  ) {
    return false;
  }
  const growingBefore = streamingIds(before);
  const growing = streamingIds(now);
  const isOnlyGrown = (at: number) => {
    const id = now.messages[at]?.id ?? "";
    return before.messages[at]?.id === id && growing.has(id);
  };
  return (
    growing.size === growingBefore.size &&
    isSameBeside(growing, before.toolCalls, now.toolCalls) &&
    [...growing].every((id) => growingBefore.has(id)) &&
    !!changedIndices(before.messages, now.messages)?.every(isOnlyGrown)
  );
}
