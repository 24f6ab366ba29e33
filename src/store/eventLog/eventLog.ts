import type { Event } from "../../protocol/events.ts";
import type { BranchInfo, Snapshot } from "../../reducer/snapshot.ts";
import type { Change, ChangeQueue } from "../thread/changeQueue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { branchTip, visibleBranches } from "./branchIndex.ts";
import { type BranchPoint, branchPointsOf, entriesTo, positionsTo } from "./branchPath.ts";
import { createBranchTree } from "./branchTree.ts";
import { compactStateEvents } from "./compactState.ts";
import { fullTextOf, isDelta } from "./deltaEvents.ts";
import { addMessageIds, readAction } from "./entries.ts";
import { mergeDeltas } from "./mergeDeltas.ts";
import { createRecorder } from "./recorder.ts";
import { replay } from "./replay.ts";
import { replayLenient } from "./replayLenient.ts";

/** Entries from a position on that are to stand in place of those that stood there. */
export interface LogWrite {
  readonly at: number;
  readonly entries: readonly Event[];
  /** Whether they say what stood there before, in fewer words or once more. */
  readonly isRewrite?: boolean;
}

/** Everything that has happened in a thread, as AG-UI events; see `actEntry` for what is not the agent's. */
export interface EventLog {
  /** What the thread began with. */
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** The entries that lead to a position, with their positions; to where the conversation stands. */
  pathEntries(): Iterable<readonly [position: number, entry: Event]>;
  /** What the thread held at a position. */
  snapshotAt(position: number): Snapshot;
  getBranches(): Readonly<Record<string, BranchInfo>>;
  /** Where the way ends that is to be shown behind a message; `undefined` when there is none. */
  findBranchTip(after: string, index: number): number | undefined;
  recordChange(change: Change): void;
  /** Takes over what another page has written, and has told all others of. */
  replaceEntries(written: LogWrite): void;
  /** Tells again of what stands from a position on. */
  rewriteFrom(at: number): void;
  /** Tells of everything that is written from now on. */
  subscribe(listener: (written: LogWrite) => void): () => void;
}

interface Held {
  readonly at: number;
  readonly snapshot: Snapshot;
}

/** How many entries of a run that goes on are merged for the first time. */
const FIRST_MERGE = 1_000;

/** Makes the log of a thread, which takes over its changes. */
export function createEventLog(changes: ChangeQueue, stored: readonly Event[] = []): EventLog {
  const { base } = changes;
  const entries: Event[] = [...stored];
  const turnings: BranchPoint[] = branchPointsOf(stored);
  const listeners = new Set<(written: LogWrite) => void>();
  const known = new Set(base.messages.map(({ id }) => id));
  for (const entry of stored) addMessageIds(known, entry);
  const recorder = createRecorder(known, currentSnapshot);
  /** Where the run that goes on began, and what state it began with. */
  let run = { start: entries.length, state: base.state };
  /** What the thread held at one of the last positions, where that is known. */
  let last: Held | undefined;
  /** The same of the run that goes on: nothing before that position is said in fewer words. */
  let lastOfRun: Held | undefined;
  let mergeAt = Number.POSITIVE_INFINITY;
  /** The branches as they were told last, and how many entries lay behind the last turning then. */
  let told:
    | { readonly behind: number; readonly getBranches: ReturnType<typeof visibleBranches> }
    | undefined;

  function write(at: number, added: readonly Event[], isRewrite = false): void {
    entries.splice(at, entries.length - at);
    // Not spread: there may be more than the platform takes as arguments.
    for (const entry of added) entries.push(entry);
    tell({ at, entries: added, ...(isRewrite && { isRewrite }) });
  }

  function currentSnapshot(): Snapshot | undefined {
    if (!last) return undefined;
    const snapshot = replay(last.snapshot, entries.slice(last.at));
    last = { at: entries.length, snapshot };
    return snapshot;
  }

  function tell(written: LogWrite): void {
    for (const listener of listeners) listener(written);
  }

  /**
   * Shortens what the run has said. Nothing refers to a place in it before it is over.
   *
   * @param isTold - Whether all of it has been told. Else a server may tell it again from its start, and
   *   only what it has said of its state one by one is known again.
   * @param shown - What the thread holds, where that is known.
   */
  function compact(isOver: boolean, isTold = isOver, shown?: Snapshot): void {
    // A run that is taken up again may have begun on another way, or before another page wrote.
    if ((turnings.at(-1)?.at ?? -1) >= run.start) return;
    const said = entries.slice(run.start);
    // Of the positions of a stream the last one counts, and none when it is over. What came behind it is
    // told again from there, so it stays behind it.
    const position = isOver ? -1 : said.findLastIndex(isCursor);
    const end = position < 0 ? said.length : position;
    const merged = mergeDeltas(
      said.slice(0, end).filter((entry) => !isCursor(entry)),
      (event) => shown && fullTextOf(shown, event),
    );
    const kept = [...(isTold ? compactStateEvents(merged, run.state) : merged), ...said.slice(end)];
    if (kept.length === said.length) {
      // Nobody has to hear of that: it says the same, in texts that are held anyway.
      for (const [i, entry] of kept.entries()) if (isDelta(entry)) entries[run.start + i] = entry;
      return;
    }
    write(run.start, kept, true);
    last = lastOfRun;
  }

  const log: EventLog = {
    base,
    get entries() {
      changes.flush?.();
      return entries;
    },
    *pathEntries() {
      changes.flush?.();
      for (const at of positionsTo(entries, turnings, entries.length)) {
        yield [at, entries[at] as Event];
      }
    },
    snapshotAt(position) {
      changes.flush?.();
      return replayLenient(base, entriesTo(entries, turnings, position)).snapshot;
    },
    getBranches() {
      // Only the first entry behind a turning changes something: then its way has begun.
      const behind = Math.min(entries.length - (turnings.at(-1)?.at ?? -2), 2);
      if (told?.behind !== behind) told = { behind, getBranches: visibleBranches(tree()) };
      return told.getBranches;
    },
    findBranchTip(after, index) {
      return branchTip(tree(), after, index);
    },
    recordChange(change) {
      const added = recorder.record(change);
      if (added.length === 0) return;
      const at = entries.length;
      write(at, added);
      const { cause, after } = change;
      if (cause?.name === "go") {
        turnings.push(...branchPointsOf(added).map((one) => ({ ...one, at })));
        told = undefined;
      }
      if (cause?.name === "end") compact(true, cause.cause === undefined, after);
      if (after) last = { at: entries.length, snapshot: after };
      if (cause?.name === "run" && after) {
        // What has begun it stays: behind it the state is known.
        run = { start: entries.length, state: after.state };
        lastOfRun = last;
        mergeAt = at + FIRST_MERGE;
      } else if (entries.length > mergeAt) {
        compact(false);
        mergeAt = run.start + Math.max(FIRST_MERGE, 2 * (entries.length - run.start));
      }
    },
    replaceEntries({ at, entries: added }) {
      changes.flush?.();
      last = undefined;
      lastOfRun = undefined;
      const cut = entries.splice(at, entries.length - at);
      for (const entry of added) {
        entries.push(entry);
        addMessageIds(known, entry);
      }
      // Most of what is followed is what streams.
      if ([...cut, ...added].some((entry) => readAction(entry)?.name === "go")) {
        turnings.splice(0, turnings.length, ...branchPointsOf(entries));
        told = undefined;
      }
      run = { ...run, start: Math.min(run.start, entries.length) };
      mergeAt = Number.POSITIVE_INFINITY;
    },
    rewriteFrom: (at) => tell({ at, entries: entries.slice(at), isRewrite: true }),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  const tree = () => createBranchTree(base, entries, turnings);

  for (const change of changes.pending.splice(0)) log.recordChange(change);
  changes.recordChange = log.recordChange;
  return log;
}

function isCursor(entry: Event): boolean {
  return readAction(entry)?.name === "cursor";
}

const logs = new WeakMap<object, EventLog>();

/** Takes up a log that was stored, before anything else asks for one. */
export function openStoredLog(
  { changes }: ThreadInternals,
  base: Snapshot,
  entries: readonly Event[],
): EventLog {
  changes.base = base;
  const log = createEventLog(changes, entries);
  logs.set(changes, log);
  return log;
}

/** The log of a thread, which takes up what has waited for it. */
export function openLog({
  changes,
  options,
}: Pick<ThreadInternals, "changes" | "options">): EventLog {
  const known = logs.get(changes);
  if (known) return known;
  const log = createEventLog(changes, options.history?.events);
  logs.set(changes, log);
  return log;
}
