import { fingerprint } from "../../protocol/eventFingerprint.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { NEW_RUN_TRACKING } from "../../reducer/createSnapshot.ts";
import { dropMessages } from "../../reducer/dropMessages.ts";
import { updateSnapshot } from "../../reducer/localUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { readAction } from "../eventLog/entries.ts";
import { openLog } from "../eventLog/eventLog.ts";
import { agentEvents } from "../eventLog/replay.ts";
import { runIdsIn } from "../eventLog/runsInEntry.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** What the log of a thread knows of its runs. */
export interface LastRun {
  /**
   * How many runs of that name are complete here: they are not told again. Those that the person has turned
   * away from are, whatever they had come to.
   */
  completedCount(runId: string): number;
  /** What was there before the last run began to speak. */
  snapshotBefore(): Snapshot;
  /** What the last run has said since, as far as the log keeps it. */
  events(): readonly Event[];
  /** What the last run has said first; `undefined` where the log does not have that. */
  firstEvents(): readonly Event[] | undefined;
  /** As the last run was before it was ended; `undefined` when the log does not know. */
  snapshotBeforeEnd(): Snapshot | undefined;
  /** The position of the last event of the last run, where it has one. */
  readonly cursor?: string;
}

/**
 * Looks up the last run of a thread. What the thread held at a position is found out when it is asked for:
 * each costs a reading of the log.
 *
 * @param mid - What the run had come to.
 */
export function lookUpLastRun(
  base: Pick<ThreadInternals, "changes" | "options">,
  mid: Snapshot,
): LastRun {
  const log = openLog(base);
  const path = [...log.pathEntries()];
  const actAt = (name: string) =>
    path.findLastIndex(([, entry]) => readAction(entry)?.name === name);
  // What the log holds is of the thread it is of.
  const snapshotAt = (at: number) => log.snapshotAt(path[at]?.[0] ?? 0) as Snapshot;
  const lastId = mid.run.runId;
  const known = runsIn(log.entries, new Set(path.map(([at]) => at)));
  const run = actAt("run");
  const start = path.findLastIndex(
    ([, entry]) => entry.type === "RUN_STARTED" && entry.runId === lastId,
  );
  // What cannot be read among the events that have come with it is noted before them.
  const [, noted] = path[start - 1] ?? [];
  const isNoted = noted && readAction(noted)?.name === "issues";
  const opensAt = isNoted ? start - 1 : start;
  const isLogged = start > run && run >= 0;
  const end = actAt("end");
  const last = path.findLast(([, entry]) => {
    const act = readAction(entry);
    return !act || act.name === "cursor" || act.name === "run";
  });
  const position = last && readAction(last[1]);
  const said = isLogged ? path.slice(start).map(([, entry]) => entry) : [];
  return {
    completedCount(runId) {
      const isKnown = mid.tracking.runIds.includes(runId);
      const count = Math.max(known.get(runId) ?? 0, isKnown ? 1 : 0);
      return runId === lastId && isRunOpen(mid) ? count - 1 : count;
    },
    snapshotBefore: once(() => (isLogged ? snapshotAt(opensAt) : withoutLastRun(mid))),
    events: once(() => (isLogged ? agentEvents(snapshotAt(start), said) : [])),
    firstEvents: once(() => {
      const [, ...behind] = said;
      const change = behind.findIndex(isChange);
      const whole = change < 0 ? behind : behind.slice(0, change);
      const first = whole.filter((entry) => !readAction(entry));
      // Behind a change of anything else, nobody knows what there was to tell.
      return !isLogged || isNoted || (change >= 0 && first.length === 0) ? undefined : first;
    }),
    snapshotBeforeEnd: once(() => (end > run && run >= 0 ? snapshotAt(end) : undefined)),
    ...(position?.name === "cursor" && { cursor: String(position.value.cursor) }),
  };
}

/** Whether an entry is more than an event, its position, or how the connection is. */
function isChange(entry: Event): boolean {
  const act = readAction(entry);
  if (!act || act.name === "cursor") return false;
  const { patch } = act.value;
  return !Array.isArray(patch) || patch.some(({ path }) => path !== "/run/status");
}

/** The log goes on meanwhile: what was found out first is what was asked for. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/**
 * How often each run has begun, by its id: on all ways, as a server knows of no ways and tells them all.
 *
 * @param path - The positions of the entries that lead to where the conversation stands.
 */
function runsIn(entries: readonly Event[], path: ReadonlySet<number>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const left = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    // One that was cut off before it was heard may have been carried out all the same.
    if (readAction(entry) && !path.has(at)) for (const runId of runIdsIn(entry)) left.add(runId);
    if (entry.type === "RUN_STARTED") counts.set(entry.runId, (counts.get(entry.runId) ?? 0) + 1);
  }
  for (const runId of left) if (!counts.has(runId)) counts.set(runId, 1);
  return counts;
}

/**
 * Makes what tells whether a value may come before a run that is told again, as it has come before a run at
 * some time: then it is not to be told twice either.
 */
export function createOpeningMatcher(
  base: Pick<ThreadInternals, "changes" | "options">,
): (value: unknown) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (value) => {
    if (!isRecord(value) || typeof value.type !== "string") return false;
    keys ??= openingsIn(openLog(base).entries);
    return keys.has(fingerprint(value));
  };
}

function openingsIn(entries: readonly Event[]): ReadonlySet<string> {
  const keys = new Set<string>();
  let pending: string[] | undefined;
  for (const entry of entries) {
    const act = readAction(entry);
    if (act?.name === "run") pending = [];
    else if (entry.type === "RUN_STARTED") {
      for (const key of pending ?? []) keys.add(key);
      pending = undefined;
    } else if (!act) pending?.push(fingerprint(entry));
  }
  return keys;
}

/** Whether the last run has begun and not ended. */
export const isRunOpen = ({ tracking }: Snapshot): boolean => tracking.phase === "active";

/** Remembers what the state is before a run that is listened to, should it be told again. */
export function rememberStateBefore(snapshot: Snapshot): Snapshot {
  const { state } = snapshot;
  // It carries none of the edits, and begins where it is heard.
  const sentEdits = { state, edits: [], hasArrived: true };
  return updateSnapshot(snapshot, (draft) => draft.setTracking({ sentEdits }));
}

/** The thread before its last run spoke, as far as a snapshot alone tells. */
function withoutLastRun(mid: Snapshot): Snapshot {
  const { tracking } = mid;
  const { text, reasoning, toolCalls, activities, subagents, sentEdits } = tracking;
  const ids = [text, reasoning, activities, toolCalls, subagents].flatMap((entries) =>
    Object.values(entries).map(({ id }) => id),
  );
  return updateSnapshot(dropMessages(mid, ids), (draft) => {
    const { runId } = draft.now.run;
    draft.setTracking({
      ...NEW_RUN_TRACKING,
      phase: "none",
      isAttached: true,
      streamRunIds: [],
      runIds: tracking.runIds.filter((id) => id !== runId),
    });
    draft.set("steps", []);
    // With edits, what the run was sent is in nothing but the state that is there.
    if (sentEdits && sentEdits.edits.length === 0) {
      draft.set("state", sentEdits.state);
      if (mid.edits.length === 0) draft.set("visibleState", sentEdits.state);
    }
  });
}
