import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { deriveId, randomId } from "../../protocol/randomId.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { recordAnswersAsResults } from "../interrupts/recordAnswersAsResults.ts";
import { applyEntries } from "./applyEntries.ts";
import { entriesTo, jumpsOf } from "./branchPath.ts";
import { createActionEntry, toLogEntry } from "./logEntries.ts";
import { createRecorder } from "./recorder.ts";
import { createRunIdConverter } from "./runIdConverter.ts";

/** Entries of a log that was made of events alone. */
interface ParsedEvents {
  readonly threadId: string;
  readonly base: Snapshot;
  readonly events: readonly Event[];
}

/**
 * Converts the recorded events of a thread to a log. A RUN_STARTED whose `parentRunId` names an ended
 * run begins a branch after that run, unless that run is the last one. A `parentRunId` that names a
 * run in progress, or a run of another thread, names the run that has spawned this one, and changes
 * nothing.
 */
export function parseEvents(values: readonly unknown[]): ParsedEvents {
  const threadId = threadIdInEvents(values) ?? randomId();
  const base = createSnapshot({ threadId });
  const canonicalizer = createCanonicalizer({ threadId });
  const received: Event[] = [];
  const { convertYielded } = createRunIdConverter({ startedIds: () => [] });
  for (const value of [convertYielded(values)].flat())
    if (isRecord(value)) canonicalizer.pushValue(value, received);

  const entries: Event[] = [];
  /** Positions where runs have ended, by run id. */
  const ends = new Map<string, number>();
  let run: { readonly id: string; readonly isOver: boolean } | undefined;
  for (const event of received) {
    if (event.type === "RUN_STARTED") {
      const { runId, parentRunId } = event;
      if (run?.isOver) ends.set(run.id, entries.length);
      const parentEnd = parentRunId === undefined ? undefined : ends.get(parentRunId);
      if (run?.isOver && parentEnd !== undefined && parentRunId !== run.id) {
        const earlierSnapshot = applyEntries(base, entriesTo(entries, jumpsOf(entries), parentEnd));
        entries.push(
          createActionEntry("jump", {
            to: parentEnd,
            after: earlierSnapshot.messages.at(-1)?.id ?? "",
          }),
        );
      }
      run = { id: runId, isOver: false };
    } else if (run && (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR")) {
      run = { ...run, isOver: true };
    }
    entries.push(toLogEntry(event));
  }
  if (run && !run.isOver)
    entries.push(createActionEntry("end", { cause: "stopped" }, received.at(-1)?.timestamp));
  if (received.some((event) => event.type === "RUN_STARTED" && event.input?.resume))
    entries.push(...answerEntries(base, entries));
  return { threadId, base, events: entries };
}

/** Returns the entry that makes answers to interrupts the results of their calls, as the end of a live run does. */
function answerEntries(base: Snapshot, entries: readonly Event[]): readonly Event[] {
  const path = entriesTo(entries, jumpsOf(entries), entries.length);
  const before = applyEntries(base, path);
  let count = 0;
  const createId = () => deriveId(before.threadId, "answer", ++count);
  // The tools of the tab are not known yet: a call that the last run has left to the application stays open.
  const tools = { getTools: () => ({ has: () => true }) };
  const after = recordAnswersAsResults(before, { createId, tools }, entries.at(-1)?.timestamp);
  return createRecorder(new Set()).createEntries({ before, after });
}

/** Returns the thread id of the first run; `undefined` when no run states one. */
export function threadIdInEvents(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const { type, threadId } = isRecord(value) ? value : {};
    if (type === "RUN_STARTED" && typeof threadId === "string" && threadId !== "") return threadId;
  }
  return undefined;
}
