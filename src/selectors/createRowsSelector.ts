import type { Snapshot } from "../reducer/snapshot.ts";
import { changedIndices } from "./compareItems.ts";
import { streamingIds } from "./streamingIds.ts";
import { type SubagentIndex, subagentIndexOf } from "./subagentIndex.ts";
import { selectRows, type TranscriptRow } from "./transcriptRows.ts";
import { haveSameStatePositions } from "./writtenStates.ts";

/**
 * Creates a selector of transcript rows for one list, which reuses its last result.
 *
 * While text streams, only one message changes between snapshots, and its row is just an id. The selector
 * detects that by comparing references in microseconds; building thousands of rows again takes a frame.
 *
 * @param ownerId - The sub-agent whose rows are selected; the agent itself when absent.
 */
export function createRowsSelector(
  ownerId?: string,
): (snapshot: Snapshot) => readonly TranscriptRow[] {
  let last: Selected | undefined;
  return (snapshot) => {
    const subagentIndex = subagentIndexOf(snapshot);
    if (!last || last.subagentIndex !== subagentIndex || !hasSameRows(last.snapshot, snapshot)) {
      last = { snapshot, subagentIndex, rows: selectRows(snapshot, last?.rows, ownerId) };
    }
    return last.rows;
  };
}

interface Selected {
  readonly snapshot: Snapshot;
  readonly subagentIndex: SubagentIndex;
  readonly rows: readonly TranscriptRow[];
}

/** True when no tool call changed outside the streaming messages, which render themselves. */
function haveSameStreamingCalls(
  streaming: ReadonlySet<string>,
  before: Snapshot["toolCalls"],
  now: Snapshot["toolCalls"],
): boolean {
  if (before === now) return true;
  const ids = Object.keys(now);
  return (
    ids.length === Object.keys(before).length &&
    ids.every((id) => now[id] === before[id] || streaming.has(now[id]?.messageId ?? ""))
  );
}

function hasSameRows(before: Snapshot, now: Snapshot): boolean {
  if (before === now) return true;
  if (
    before.run !== now.run ||
    before.timings !== now.timings ||
    before.interrupts !== now.interrupts ||
    before.answeredInterrupts !== now.answeredInterrupts ||
    !haveSameStatePositions(before, now)
  ) {
    return false;
  }
  const streamingBefore = streamingIds(before);
  const streaming = streamingIds(now);
  const isOnlyExtended = (at: number) => {
    const id = now.messages[at]?.id ?? "";
    return before.messages[at]?.id === id && streaming.has(id);
  };
  return (
    streaming.size === streamingBefore.size &&
    haveSameStreamingCalls(streaming, before.toolCalls, now.toolCalls) &&
    [...streaming].every((id) => streamingBefore.has(id)) &&
    !!changedIndices(before.messages, now.messages)?.every(isOnlyExtended)
  );
}
