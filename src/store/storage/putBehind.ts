import type { Event } from "../../protocol/events.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { actEntry, readAct } from "../log/entries.ts";
import { placesTo, turningsOf } from "../log/path.ts";
import { createRecorder } from "../log/record.ts";
import { replayFitting } from "../log/replayFitting.ts";
import type { ThreadLog } from "../log/threadLog.ts";
import type { ReadThread } from "./readStored.ts";

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
export function putBehind(
  { entries, snapshot }: ReadThread,
  ended: Snapshot,
  local: ThreadLog,
  shown: Snapshot,
): Joined {
  if (local.entries.length === 0) return { entries, snapshot };
  const recorder = createRecorder(new Set());
  const isEnded = createPatch(snapshot, ended).length === 0;
  const before = [
    ...entries,
    ...(isEnded ? [] : recorder.record({ before: snapshot, after: ended })),
  ];
  const moved = [...before, ...local.entries.map((entry) => movedBy(entry, before.length))];
  const path = placesTo(moved, turningsOf(moved), moved.length)
    .filter((at) => at >= before.length)
    .map((at) => moved[at] as Event);
  const said = replayFitting(ended, path).snapshot;
  const joined = join(ended, said, local.base, shown);
  return {
    entries: [...moved, ...recorder.record({ before: said, after: joined })],
    snapshot: joined,
  };
}

/** An entry that lies further behind by so many. */
function movedBy(entry: Event, count: number): Event {
  const act = readAct(entry);
  if (act?.name !== "go") return entry;
  return actEntry("go", { ...act.value, to: Number(act.value.to) + count });
}

/** What was said to another conversation may say something else of this one: what was shown counts. */
function join(stored: Snapshot, said: Snapshot, base: Snapshot, shown: Snapshot): Snapshot {
  const begun = new Set(base.messages.map(({ id }) => id));
  const own = shown.messages.filter(({ id }) => !begun.has(id));
  const ids = new Set(own.map(({ id }) => id));
  const { run, interrupts, queue, state, visibleState, edits } = shown;
  const hasState = createPatch(base.visibleState, visibleState).length > 0;
  return {
    ...said,
    messages: [...stored.messages.filter(({ id }) => !ids.has(id)), ...own],
    toolCalls: { ...said.toolCalls, ...stored.toolCalls, ...shown.toolCalls },
    run,
    interrupts,
    queue,
    ...(hasState ? { state, visibleState, edits } : sharedState(stored)),
    issues: [...stored.issues, ...shown.issues],
  };
}

const sharedState = ({ state, visibleState, edits }: Snapshot) => ({ state, visibleState, edits });
