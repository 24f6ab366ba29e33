import type { Event } from "../../protocol/events.ts";
import type { BranchInfo, Snapshot } from "../../reducer/snapshot.ts";
import type { Change, ChangeQueue } from "../thread/changeQueue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { applyEntries } from "./applyEntries.ts";
import { applyValidEntries } from "./applyValidEntries.ts";
import { branchTip, visibleBranches } from "./branchIndex.ts";
import { entriesTo, type Jump, jumpsOf, positionsTo } from "./branchPath.ts";
import { type CompactedRunEnd, compactRun } from "./compact/compactRun.ts";
import { isDelta } from "./deltaEvents.ts";
import { addMessageIds, readAction } from "./logEntries.ts";
import { createLogOutline } from "./logOutline.ts";
import { createRecorder } from "./recorder.ts";

/** Entries that replace the end of a log from a position on. */
export interface LogWrite {
  readonly position: number;
  readonly entries: readonly Event[];
  /** True for compacted or repeated entries, which leave the snapshot unchanged. */
  readonly isRewrite?: boolean;
}

/** Log of a thread as AG-UI events. Local actions are CUSTOM events; see `createActionEntry`. */
export interface EventLog {
  /** Snapshot before the first entry. */
  readonly base: Snapshot;
  readonly entries: readonly Event[];
  /** Iterates over the entries on the current branch, with their positions. */
  pathEntries(): Iterable<readonly [position: number, entry: Event]>;
  /** Returns the snapshot at a position. */
  snapshotAt(position: number): Snapshot;
  getBranches(): Readonly<Record<string, BranchInfo>>;
  /** Returns the position where a branch ends; `undefined` when there is no such branch. */
  findBranchTip(after: string, index: number): number | undefined;
  recordChange(change: Change): void;
  /** Replaces the end of the log with entries that another tab has written, without notifying listeners. */
  replaceEntries(write: LogWrite): void;
  /** Notifies listeners of the entries from a position on, as if they were written again. */
  rewriteFrom(position: number): void;
  /** Calls a listener with each write. */
  subscribe(listener: (write: LogWrite) => void): () => void;
}

interface SnapshotAtPosition {
  readonly position: number;
  readonly snapshot: Snapshot;
}

/** The run at the end of a log. Nothing refers to positions within it, so its entries can be compacted. */
interface CurrentRun {
  /** Position of its first entry that may be compacted. */
  readonly start: number;
  /** Shared state before it. */
  readonly stateBefore: Snapshot["state"];
  /** Latest snapshot that was known when it began. */
  readonly snapshotBefore?: SnapshotAtPosition | undefined;
  /** Length of the log from which it is compacted before its end. */
  readonly compactAt: number;
}

/** The branches of a log, which only a jump and the first entry after it change. */
interface CachedBranches {
  /** True when the branch of the last jump had an entry. */
  readonly isStarted: boolean;
  readonly branches: ReturnType<typeof visibleBranches>;
}

/** Number of entries of a run after which it is compacted for the first time. */
const FIRST_COMPACTION = 1_000;

/** Creates the log of a thread. The log records the changes of the queue from then on. */
export function createEventLog(changes: ChangeQueue, stored: readonly Event[] = []): EventLog {
  const { base } = changes;
  const entries: Event[] = [...stored];
  const jumps: Jump[] = jumpsOf(stored);
  const listeners = new Set<(write: LogWrite) => void>();
  const messageIds = new Set(base.messages.map(({ id }) => id));
  for (const entry of stored) addMessageIds(messageIds, entry);
  const recorder = createRecorder(messageIds, currentSnapshot);
  let currentRun: CurrentRun = {
    start: entries.length,
    stateBefore: base.state,
    compactAt: Number.POSITIVE_INFINITY,
  };
  let latestSnapshot: SnapshotAtPosition | undefined;
  let cachedBranches: CachedBranches | undefined;

  function write(position: number, added: readonly Event[], isRewrite = false): void {
    entries.splice(position, entries.length - position);
    // Spread arguments would exceed the limit of the platform.
    for (const entry of added) entries.push(entry);
    notify({ position, entries: added, ...(isRewrite && { isRewrite }) });
  }

  function currentSnapshot(): Snapshot | undefined {
    if (!latestSnapshot) return undefined;
    const { position, snapshot: from } = latestSnapshot;
    const snapshot = applyEntries(from, entries.slice(position));
    latestSnapshot = { position: entries.length, snapshot };
    return snapshot;
  }

  function notify(write: LogWrite): void {
    for (const listener of listeners) listener(write);
  }

  /** Compacts the entries of the current run, also while it continues. */
  function compactCurrentRun(end?: CompactedRunEnd): void {
    // A resumed run may have begun on another branch, or before another tab wrote.
    if ((jumps.at(-1)?.position ?? -1) >= currentRun.start) return;
    const runEntries = entries.slice(currentRun.start);
    const compacted = compactRun(runEntries, currentRun.stateBefore, end);
    if (compacted.length === runEntries.length) {
      // Listeners need no notification: the texts are the same, and shared with the snapshot.
      for (const [i, entry] of compacted.entries())
        if (isDelta(entry)) entries[currentRun.start + i] = entry;
      return;
    }
    write(currentRun.start, compacted, true);
    // Positions after the start of the run have changed.
    latestSnapshot = currentRun.snapshotBefore;
  }

  const log: EventLog = {
    base,
    get entries() {
      changes.recordBufferedChanges?.();
      return entries;
    },
    *pathEntries() {
      changes.recordBufferedChanges?.();
      for (const position of positionsTo(entries, jumps, entries.length)) {
        const entry = entries[position];
        if (entry) yield [position, entry];
      }
    },
    snapshotAt(position) {
      changes.recordBufferedChanges?.();
      return applyValidEntries(base, entriesTo(entries, jumps, position)).snapshot;
    },
    getBranches() {
      const lastJump = jumps.at(-1);
      // Only the first entry after a jump changes the branches: it starts a branch.
      const isStarted = !lastJump || entries.length > lastJump.position + 1;
      if (cachedBranches?.isStarted !== isStarted)
        cachedBranches = { isStarted, branches: visibleBranches(outline()) };
      return cachedBranches.branches;
    },
    findBranchTip(after, index) {
      return branchTip(outline(), after, index);
    },
    recordChange(change) {
      const added = recorder.createEntries(change);
      if (added.length === 0) return;
      const position = entries.length;
      write(position, added);
      const { cause, after } = change;
      if (cause?.name === "jump") {
        // The added entries know their position in the batch only.
        jumps.push(...jumpsOf(added).map((jump) => ({ ...jump, position })));
        cachedBranches = undefined;
      }
      if (cause?.name === "end")
        compactCurrentRun({ isComplete: cause.cause === undefined, after });
      if (after) latestSnapshot = { position: entries.length, snapshot: after };
      if (cause?.name === "run" && after) {
        // The entry that starts the run stays: the state after it is known.
        currentRun = {
          start: entries.length,
          stateBefore: after.state,
          snapshotBefore: latestSnapshot,
          compactAt: position + FIRST_COMPACTION,
        };
      } else if (entries.length > currentRun.compactAt) {
        compactCurrentRun();
        const length = entries.length - currentRun.start;
        currentRun = {
          ...currentRun,
          compactAt: currentRun.start + Math.max(FIRST_COMPACTION, 2 * length),
        };
      }
    },
    replaceEntries({ position, entries: added }) {
      changes.recordBufferedChanges?.();
      latestSnapshot = undefined;
      const cut = entries.splice(position, entries.length - position);
      for (const entry of added) {
        entries.push(entry);
        addMessageIds(messageIds, entry);
      }
      // Nearly all of these entries are streamed deltas.
      if ([...cut, ...added].some((entry) => readAction(entry)?.name === "jump")) {
        jumps.splice(0, jumps.length, ...jumpsOf(entries));
        cachedBranches = undefined;
      }
      currentRun = {
        start: Math.min(currentRun.start, entries.length),
        stateBefore: currentRun.stateBefore,
        compactAt: Number.POSITIVE_INFINITY,
      };
    },
    rewriteFrom: (position) =>
      notify({ position, entries: entries.slice(position), isRewrite: true }),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  const outline = () => createLogOutline(base, entries, jumps);

  for (const change of changes.pending.splice(0)) log.recordChange(change);
  changes.recordChange = log.recordChange;
  return log;
}

const logs = new WeakMap<object, EventLog>();

/** Opens a stored log, before any other access to the log. */
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

/** Returns the log of a thread, and creates it on the first call. */
export function openLog({
  changes,
  options,
}: Pick<ThreadInternals, "changes" | "options">): EventLog {
  const existing = logs.get(changes);
  if (existing) return existing;
  const log = createEventLog(changes, options.eventLog?.events);
  logs.set(changes, log);
  return log;
}
