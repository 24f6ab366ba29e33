import { AgentKitError } from "../../protocol/errors.ts";
import type { Event, JsonPatch } from "../../protocol/events.ts";
import type { IssueKind } from "../../protocol/issue.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueKinds.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { applyJsonPatch } from "../../reducer/patch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { adoptLog, openLog } from "../log/openLog.ts";
import type { ThreadLog } from "../log/threadLog.ts";
import type { ThreadCore } from "../threadCore.ts";
import { readStored } from "./readStored.ts";
import { recordsOf } from "./records.ts";
import { reportIssue } from "./reportIssue.ts";
import { joinTabs } from "./tabs.ts";
import type { StoredThread, ThreadStorage } from "./types.ts";
import { createWriter } from "./writer.ts";

/**
 * Takes up what is stored of a thread, and stores from then on what happens in it. What is done to the
 * thread before it has been read is done to what was stored.
 */
export async function keep<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
): Promise<void> {
  const tabs = joinTabs(core, storage.id);
  const records = recordsOf(storage);
  let kept: Restored | undefined;
  try {
    const restored = await restore(core, storage);
    // Its record is changed, not made anew.
    await answered(records.load());
    kept = restored;
  } catch (error) {
    // Nothing is written over what could not be read.
    report(core, notStored, error);
  }
  if (!kept || core.isDisposed()) {
    isRestored(core);
    tabs.close();
    return;
  }
  const { log, written, done, lost } = kept;
  const { threadId } = core.getSnapshot();
  const read = async () => (await storage.load(threadId))?.entries;
  tabs.follow({ log, written, read: async () => withoutGaps(await read()) });
  const writer = createWriter({
    log,
    written,
    snapshotAt: kept.snapshotAt,
    storage,
    records,
    // The state is of no concern to what stores it.
    core: core as unknown as ThreadCore,
    onError: (error) => report(core, notStored, error),
  });
  core.rest.isStored = writer.isDone;
  core.rest.close = () => {
    writer.stop();
    tabs.close();
  };
  const takeUp = await tabs.settle();
  for (const patch of done) {
    try {
      core.commit(applyJsonPatch(core.getSnapshot(), patch));
    } catch {
      reportIssue(core, notDone, "what was done before it was there");
    }
  }
  if (lost > 0) report(core, partlyStored, String(lost));
  isRestored(core);
  takeUp?.();
}

/** The thread may be used. */
function isRestored<TState>(core: ThreadCore<TState>): void {
  const { isRestoring: _, ...restored } = core.getSnapshot();
  core.show(restored as Snapshot<TState>);
}

/** What is stored, when all of it can be read. */
function withoutGaps(entries: StoredThread["entries"] | undefined): readonly Event[] | undefined {
  return entries?.every((entry) => entry !== null) ? (entries as readonly Event[]) : undefined;
}

/** How long a person waits for a storage that does not answer, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;

/** What a storage answers. @throws AgentKitError `storage` when it does not */
async function answered<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const give = () => reject(new AgentKitError("storage", "The storage does not answer."));
    timer = setTimeout(give, ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

interface Restored {
  readonly log: ThreadLog;
  /** How many entries of it are in the storage. */
  readonly written: number;
  readonly snapshotAt?: number;
  /** What was done before it was read. */
  readonly done: readonly JsonPatch[];
  /** How many entries could not be read. */
  readonly lost: number;
}

async function restore<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
): Promise<Restored> {
  const { threadId } = core.getSnapshot();
  const stored = await answered(storage.load(threadId));
  // A thread may have a name before anything is said in it.
  if (!stored || (stored.entries.length === 0 && !stored.base)) {
    return { log: openLog(core), written: 0, done: [], lost: 0 };
  }
  const { base, entries, snapshot, snapshotAt, lost } = readStored(threadId, stored);
  // What was done meanwhile was done to a thread that seemed empty.
  const done = core.changes.waiting
    .splice(0)
    .flatMap(({ before, after }) => (before && after ? [createPatch(before, after)] : []));
  const log = adoptLog(core, base, entries);
  // All of it shows at once, also a run of which it is not known yet whether it goes on.
  core.show({ ...(snapshot as Snapshot<TState>), isRestoring: true });
  return { log, written: entries.length, snapshotAt, done, lost };
}

function report<TState>(core: ThreadCore<TState>, kind: IssueKind, cause: unknown): void {
  reportIssue(core, kind, cause instanceof Error ? cause.message : String(cause));
}
