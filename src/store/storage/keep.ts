import { AgentKitError } from "../../protocol/errors.ts";
import { createIssue, type IssueKind } from "../../protocol/issue.ts";
import { notStored, partlyStored } from "../../protocol/issueKinds.ts";
import { createPatch } from "../../reducer/edits/createPatch.ts";
import { applyJsonPatch } from "../../reducer/patch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { addIssues } from "../../reducer/transitions.ts";
import { isMidRun } from "../connect/isMidRun.ts";
import { firstSnapshot } from "../firstSnapshot.ts";
import { adoptLog, openLog } from "../log/openLog.ts";
import type { ThreadLog } from "../log/threadLog.ts";
import type { ThreadCore } from "../threadCore.ts";
import { readStored } from "./readStored.ts";
import { recordsOf } from "./records.ts";
import { joinTabs, type Tabs } from "./tabs.ts";
import type { ThreadStorage } from "./types.ts";
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
  let takeUp: (() => void) | undefined;
  try {
    const restored = await restore(core, storage, tabs, (mid) => {
      takeUp = mid;
    });
    // Its record is changed, not made anew.
    await answered(records.load());
    kept = restored;
  } catch (error) {
    // Nothing is written over what could not be read.
    report(core, notStored, error);
  }
  const { isRestoring: _, ...restored } = core.getSnapshot();
  core.show(restored as Snapshot<TState>);
  if (!kept || core.isDisposed()) {
    tabs.close();
    return;
  }
  tabs.follow(kept.log);
  const writer = createWriter({
    ...kept,
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
  takeUp?.();
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
}

async function restore<TState>(
  core: ThreadCore<TState>,
  storage: ThreadStorage,
  tabs: Tabs,
  onMidRun: (takeUp: () => void) => void,
): Promise<Restored> {
  const { threadId } = core.getSnapshot();
  const stored = await answered(storage.load(threadId));
  // A thread may have a name before anything is said in it.
  if (!stored || (stored.entries.length === 0 && !stored.base)) {
    return { log: openLog(core), written: 0 };
  }
  const { base, entries, snapshot, lost } = readStored(threadId, stored);
  // What was done meanwhile was done to a thread that seemed empty.
  const done = core.changes.waiting
    .splice(0)
    .flatMap(({ before, after }) => (before && after ? [createPatch(before, after)] : []));
  const log = adoptLog(core, base, entries);
  core.show(snapshot as Snapshot<TState>);
  // What another page is running right now is not cut off.
  if (!(await tabs.isRunElsewhere())) {
    const first = firstSnapshot(
      { ...core.options, snapshot: snapshot as Snapshot<TState> },
      { at: core.now(), createId: core.createId },
    );
    if (createPatch(snapshot, first).length > 0) core.commit(first);
    // Shown as cut off until the agent is heard again: it may never be.
    if (core.options.agent.connect && isMidRun(snapshot)) {
      const { takeUpRun } = await import("../connect/attach.ts");
      onMidRun(() => takeUpRun(core, snapshot as Snapshot<TState>));
    }
  }
  for (const patch of done) {
    try {
      core.commit(applyJsonPatch(core.getSnapshot(), patch));
    } catch {
      // It was about something that is different now.
    }
  }
  if (lost > 0) report(core, partlyStored, String(lost));
  return { log, written: entries.length };
}

function report<TState>(core: ThreadCore<TState>, kind: IssueKind, cause: unknown): void {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const before = core.getSnapshot();
  const next = addIssues(before, [createIssue(kind, undefined, reason)]);
  // No entry of the log: it would be one more that cannot be written.
  core.show(next);
  for (const issue of next.issues) {
    if (!before.issues.includes(issue)) core.listeners.notify("onIssue", issue);
  }
}
