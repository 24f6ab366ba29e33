import type { Event } from "../../protocol/events.ts";
import { diff } from "../../reducer/json/diff.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { branchPointsOf, positionsTo } from "../eventLog/branchPath.ts";
import { actionEntry, readAction } from "../eventLog/entries.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { createRecorder } from "../eventLog/recorder.ts";
import { replayLenient } from "../eventLog/replayLenient.ts";
import type { LoadedThread } from "./loadThread.ts";

/** A conversation behind another one. */
export interface Joined {
  readonly entries: readonly Event[];
  readonly snapshot: Snapshot;
}

/**
 * Puts what was said while nothing could be read behind what was stored, as if it had been said there.
 *
 * @param ended - What was stored, with the run ended that it was stored in.
 * @param shown - What the thread shows that began without it.
 */
export function appendToStored(
  { entries, snapshot }: LoadedThread,
  ended: Snapshot,
  local: EventLog,
  shown: Snapshot,
): Joined {
  if (local.entries.length === 0) return { entries, snapshot };
  const recorder = createRecorder(new Set());
  const isEnded = diff(snapshot, ended).length === 0;
  const before = [
    ...entries,
    ...(isEnded ? [] : recorder.record({ before: snapshot, after: ended })),
  ];
  const moved = [...before, ...local.entries.map((entry) => movedBy(entry, before.length))];
  const path = positionsTo(moved, branchPointsOf(moved), moved.length)
    .filter((at) => at >= before.length)
    .map((at) => moved[at] as Event);
  const { snapshot: said, skipped } = replayLenient(ended, path);
  const joined = join({ stored: ended, said, isWhole: skipped.size === 0 }, local.base, shown);
  return {
    entries: [...moved, ...recorder.record({ before: said, after: joined })],
    snapshot: joined,
  };
}

/** An entry that lies further behind by so many. */
function movedBy(entry: Event, count: number): Event {
  const act = readAction(entry);
  if (act?.name !== "go") return entry;
  return actionEntry("go", { ...act.value, to: Number(act.value.to) + count });
}

interface Said {
  readonly stored: Snapshot;
  /** What was stored, with what was said in the page done to it. */
  readonly said: Snapshot;
  /** Whether all of that could be done to it. */
  readonly isWhole: boolean;
}

/** What was said to another conversation may say something else of this one: what was shown counts. */
function join({ stored, said, isWhole }: Said, base: Snapshot, shown: Snapshot): Snapshot {
  const begun = new Set(base.messages.map(({ id }) => id));
  const own = shown.messages.filter(({ id }) => !begun.has(id));
  const ids = new Set(own.map(({ id }) => id));
  const hasRun = isOther(base.run, shown.run);
  // Both are there: what is stored, and what was edited in the page.
  const edited = isWhole ? said : shown;
  return {
    ...said,
    messages: [...stored.messages.filter(({ id }) => !ids.has(id)), ...own],
    toolCalls: { ...said.toolCalls, ...stored.toolCalls, ...shown.toolCalls },
    // What is asked in what was stored is still asked when nothing has run since.
    ...standing(hasRun ? shown : stored),
    queue: [...stored.queue, ...shown.queue],
    ...sharedState(isOther(base.visibleState, shown.visibleState) ? edited : stored),
    issues: [...stored.issues, ...shown.issues],
  };
}

const isOther = (before: unknown, after: unknown) => diff(before, after).length > 0;
const standing = ({ run, interrupts }: Snapshot) => ({ run, interrupts });
const sharedState = ({ state, visibleState, edits }: Snapshot) => ({ state, visibleState, edits });
