import type { Event } from "../../protocol/events.ts";
import { FRESH_TALLY } from "../../reducer/createSnapshot.ts";
import { dropMessages } from "../../reducer/history.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { edit } from "../../reducer/transitions.ts";
import { readAct, withoutOwnInput } from "../log/entries.ts";
import { openLog } from "../log/openLog.ts";
import type { ThreadBase } from "../threadBase.ts";

/** What the log of a thread knows of its runs. */
export interface Told<TState> {
  /** How many runs of that name are complete here: they are not told again. */
  completed(runId: string): number;
  /** What was there before the last run began to speak, and what it has said since. */
  readonly opening: Snapshot<TState>;
  readonly events: readonly Event[];
  /** As the last run was before it was ended; absent when the log does not know. */
  readonly beforeEnd?: Snapshot<TState>;
  /** The position of the last event of the last run, where it has one. */
  readonly cursor?: string;
}

/** Looks up the last run of a thread. @param mid - What the run had come to. */
export function readTold<TState>(
  base: Pick<ThreadBase<TState>, "changes" | "options">,
  mid: Snapshot<TState>,
): Told<TState> {
  const log = openLog(base);
  const path = [...log.path()];
  const actAt = (name: string) => path.findLastIndex(([, entry]) => readAct(entry)?.name === name);
  // What the log holds is of the thread it is of.
  const snapshotAt = (at: number) => log.snapshotAt(path[at]?.[0] ?? 0) as Snapshot<TState>;
  const lastId = mid.run.runId;
  const startsOf = (runId: string) =>
    path.filter(([, entry]) => entry.type === "RUN_STARTED" && entry.runId === runId).length;
  const run = actAt("run");
  const start = path.findLastIndex(
    ([, entry]) => entry.type === "RUN_STARTED" && entry.runId === lastId,
  );
  // What cannot be read among the events that have come with it is noted before them.
  const [, noted] = path[start - 1] ?? [];
  const isNoted = noted && readAct(noted)?.name === "issues";
  const opensAt = isNoted ? start - 1 : start;
  const isLogged = start > run && run >= 0;
  const end = actAt("end");
  const last = path.findLast(([, entry]) => {
    const act = readAct(entry);
    return !act || act.name === "cursor" || act.name === "run";
  });
  const position = last && readAct(last[1]);
  return {
    completed(runId) {
      const isKnown = mid.ledger.runIds.includes(runId);
      const count = Math.max(startsOf(runId), isKnown ? 1 : 0);
      return runId === lastId && isOpen(mid) ? count - 1 : count;
    },
    opening: isLogged ? snapshotAt(opensAt) : withoutLastRun(mid),
    events: isLogged
      ? path.slice(start).flatMap(([, entry]) => (readAct(entry) ? [] : [withoutOwnInput(entry)]))
      : [],
    ...(end > run && run >= 0 && { beforeEnd: snapshotAt(end) }),
    ...(position?.name === "cursor" && { cursor: String(position.value.cursor) }),
  };
}

/** Whether the last run has begun and not ended. */
export const isOpen = ({ ledger }: Snapshot): boolean => ledger.phase === "active";

/** The thread before its last run spoke, as far as a snapshot alone tells. */
function withoutLastRun<TState>(mid: Snapshot<TState>): Snapshot<TState> {
  const { ledger } = mid;
  const { text, reasoning, toolCalls, activities, subagents, carried, streamRunIds } = ledger;
  const ids = [text, reasoning, activities, toolCalls, subagents].flatMap((entries) =>
    Object.values(entries).map(({ id }) => id),
  );
  return edit(dropMessages(mid, ids), (draft) => {
    const { runId } = draft.now.run;
    draft.setLedger({
      ...FRESH_TALLY,
      phase: "none",
      isAttached: true,
      streamRunIds: [],
      runIds: ledger.runIds.filter((id) => id !== runId && !streamRunIds.includes(id)),
    });
    draft.set("steps", []);
    // With edits, what the run was sent is in nothing but the state that is there.
    if (carried && carried.edits.length === 0) {
      draft.set("state", carried.state);
      if (mid.edits.length === 0) draft.set("visibleState", carried.state);
    }
  });
}
