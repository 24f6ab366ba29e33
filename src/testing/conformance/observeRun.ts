import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { Event, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { flushDeferred } from "../../reducer/events/flushDeferred.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ObservedFrame, ObservedRun, PlayedRun } from "./observedRun.ts";

/**
 * Reads a run as a thread would, frame by frame, and keeps with each frame what was said about it.
 * The rules look at this instead of judging streams a second time.
 */
export function observeRun(played: PlayedRun, accent?: ObservedRun["accent"]): ObservedRun {
  const { input } = played;
  let issues: NewIssue[] = [];
  let id = 0;
  const canonicalizer = createCanonicalizer({
    threadId: input.threadId,
    runId: input.runId,
    onIssue: (issue) => issues.push(issue),
    createId: () => `minted-${++id}`,
  });
  let snapshot = startingWith(input);
  const frames = played.frames.map((value): ObservedFrame => {
    issues = [];
    const events: Event[] = [];
    const before = snapshot;
    try {
      canonicalizer.push(value, events);
    } catch {
      // More broken frames than a run survives; each has been reported as it came.
    }
    const reduced = reduceEvents(withoutIssues(before), events);
    snapshot = reduced;
    const type = isRecord(value) && typeof value.type === "string" ? value.type : "";
    return { value, type, events, issues: [...issues, ...reduced.issues], before, after: reduced };
  });
  const after = flushDeferred(withoutIssues(snapshot));
  return {
    ...played,
    frames,
    endIssues: after.issues,
    after,
    ...(accent && { accent }),
  };
}

function startingWith({ threadId, messages, state, tools }: RunAgentInput): Snapshot {
  const snapshot = createSnapshot({ threadId, messages, state });
  const toolNames = (tools ?? []).map(({ name }) => name);
  return { ...snapshot, tracking: { ...snapshot.tracking, toolNames } };
}

/** Issues are counted for a whole thread; here each belongs to the frame that brought it. */
function withoutIssues(snapshot: Snapshot): Snapshot {
  return snapshot.issues.length === 0 ? snapshot : { ...snapshot, issues: [] };
}
