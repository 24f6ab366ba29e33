import type { Event } from "../../protocol/events.ts";
import { diff } from "../../reducer/json/diff.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { applyValidEntries } from "../eventLog/applyValidEntries.ts";
import { jumpsOf, positionsTo } from "../eventLog/branchPath.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { createActionEntry, readAction } from "../eventLog/logEntries.ts";
import { createRecorder } from "../eventLog/recorder.ts";
import type { AppliedThread } from "./applyStoredThread.ts";

/** A stored conversation that continues with a local one. */
interface JoinedLog {
  readonly entries: readonly Event[];
  readonly snapshot: Snapshot;
}

/**
 * Appends a conversation that began while the storage could not be read, as if it had continued the stored one.
 *
 * @param ended - The stored snapshot, with its interrupted run ended.
 * @param local - Log of the local conversation.
 * @param shown - The snapshot of the local conversation.
 */
export function appendToStored(
  { entries, snapshot }: AppliedThread,
  ended: Snapshot,
  local: EventLog,
  shown: Snapshot,
): JoinedLog {
  if (local.entries.length === 0) return { entries, snapshot };
  const recorder = createRecorder(new Set());
  const isEnded = diff(snapshot, ended).length === 0;
  const before = [
    ...entries,
    ...(isEnded ? [] : recorder.createEntries({ before: snapshot, after: ended })),
  ];
  const combined = [...before, ...local.entries.map((entry) => shiftJump(entry, before.length))];
  const path = positionsTo(combined, jumpsOf(combined), combined.length)
    .filter((position) => position >= before.length)
    // The positions are those of entries.
    .map((position) => combined[position] as Event);
  const { snapshot: appended, skipped } = applyValidEntries(ended, path);
  const joined = joinSnapshots(
    { stored: ended, appended, isComplete: skipped.size === 0 },
    local.base,
    shown,
  );
  return {
    entries: [...combined, ...recorder.createEntries({ before: appended, after: joined })],
    snapshot: joined,
  };
}

/** Shifts the target of a jump by the number of entries that are now before it. */
function shiftJump(entry: Event, count: number): Event {
  const action = readAction(entry);
  if (action?.name !== "jump") return entry;
  return createActionEntry("jump", { ...action.value, to: Number(action.value.to) + count });
}

interface AppendedSnapshots {
  readonly stored: Snapshot;
  /** The stored snapshot after the local entries. */
  readonly appended: Snapshot;
  /** True when every local entry applied to the stored snapshot. */
  readonly isComplete: boolean;
}

/**
 * Joins two snapshots. Local entries may have another effect after the stored ones, so the fields of `shown` take
 * precedence.
 */
function joinSnapshots(
  { stored, appended, isComplete }: AppendedSnapshots,
  base: Snapshot,
  shown: Snapshot,
): Snapshot {
  const initialIds = new Set(base.messages.map(({ id }) => id));
  const added = shown.messages.filter(({ id }) => !initialIds.has(id));
  const addedIds = new Set(added.map(({ id }) => id));
  const hasRun = isDifferent(base.run, shown.run);
  // Edits in this snapshot contain both the stored state and the local edits.
  const edited = isComplete ? appended : shown;
  return {
    ...appended,
    messages: [...stored.messages.filter(({ id }) => !addedIds.has(id)), ...added],
    toolCalls: { ...appended.toolCalls, ...stored.toolCalls, ...shown.toolCalls },
    // Stored interrupts stay open when nothing has run since.
    ...runFields(hasRun ? shown : stored),
    queue: [...stored.queue, ...shown.queue],
    ...stateFields(isDifferent(base.visibleState, shown.visibleState) ? edited : stored),
    issues: [...stored.issues, ...shown.issues],
  };
}

const isDifferent = (before: unknown, after: unknown) => diff(before, after).length > 0;
const runFields = ({ run, interrupts }: Snapshot) => ({ run, interrupts });
const stateFields = ({ state, visibleState, edits }: Snapshot) => ({ state, visibleState, edits });
